//! The items of one string, byte by byte.
//!
//! An item is a state of a network that began at a byte. A network that derives the empty
//! string is passed where it is called (Aycock and Horspool, "Practical Earley Parsing",
//! The Computer Journal 45, 2002). Where one call waits alone and nothing comes after it, its
//! end is the end of what waits: that chain is gone up once, not at each of its ends (Leo, "A
//! general context-free parsing algorithm running in linear time on every LR(k) grammar
//! without using lookahead", Theoretical Computer Science 82, 1991).

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use urlbnf_language::{Exceeded, Limits, Meter};

use super::network::Networks;
use super::states::{StateNumber, States};

/// An item, by its number.
pub(super) type ItemNumber = u32;

/// So many items of one byte are gone through one by one.
const FEW: usize = 12;

/// A state of a network that began at a byte.
#[derive(Debug, Clone, Copy)]
pub(super) struct Item {
    pub state: StateNumber,
    pub origin: u32,
    pub link: Link,
}

/// What led to an item first.
#[derive(Debug, Clone, Copy)]
pub(super) enum Link {
    /// It is the beginning of the start.
    Start,
    /// It is the beginning of a network, which this item called first.
    Called(ItemNumber),
    /// A byte after this item.
    Byte(ItemNumber),
    /// A call of this item that came to its end.
    Call { before: ItemNumber, end: ItemNumber },
    /// A call of this item that derives nothing but the empty string.
    Empty { before: ItemNumber, network: u32 },
    /// A call of this item that came to its end with `end`, far below.
    Chain { before: ItemNumber, end: ItemNumber },
}

/// All items of a string, or of its longest beginning that a string of the language has.
#[derive(Debug)]
pub(super) struct Chart {
    pub items: Vec<Item>,
    /// By byte: its first item.
    sets: Vec<u32>,
    /// The calls, each with its item, in the order of the bytes.
    waiting: Vec<(u32, ItemNumber)>,
    /// By byte: its first call.
    calls: Vec<u32>,
    /// Where chains of ends lead.
    chains: HashMap<(u32, u32), Option<Top>>,
    /// The item that has the whole, where there is one.
    pub whole: Option<ItemNumber>,
}

/// Where a chain of ends leads: the last item that waits, and the state after it.
#[derive(Debug, Clone, Copy)]
struct Top {
    before: ItemNumber,
    state: StateNumber,
    origin: u32,
}

/// A chart while it is made.
struct Making<'c> {
    networks: &'c Networks,
    states: &'c mut States,
    chart: Chart,
    meter: Meter,
    /// The byte that is looked at.
    at: u32,
    /// Its items, where there are many.
    seen: HashSet<(StateNumber, u32)>,
    /// By network: the byte at which it was called last.
    called: Vec<u32>,
    next: Vec<Item>,
    /// Those, where there are many.
    scanned: HashSet<(StateNumber, u32)>,
}

impl Chart {
    /// Reads a string as far as it goes.
    ///
    /// # Errors
    /// If that takes more items and steps between them than the limit of steps.
    pub fn of(
        networks: &Networks,
        states: &mut States,
        input: &[u8],
        most: usize,
    ) -> Result<Chart, Exceeded> {
        let chart = Chart {
            items: Vec::new(),
            sets: Vec::new(),
            waiting: Vec::new(),
            calls: Vec::new(),
            chains: HashMap::new(),
            whole: None,
        };
        let state = states.start(networks, 0);
        let mut making = Making {
            networks,
            states,
            chart,
            meter: Meter::new(&Limits { steps: most, ..Limits::NONE }),
            at: 0,
            seen: HashSet::new(),
            called: vec![u32::MAX; networks.all.len()],
            next: vec![Item { state, origin: 0, link: Link::Start }],
            scanned: HashSet::new(),
        };
        making.called[0] = 0;
        for at in 0..=input.len() {
            making.at = at as u32;
            making.set(input.get(at).map(|&byte| networks.classes.class(byte)))?;
            if making.next.is_empty() {
                break;
            }
        }
        let Making { mut chart, states, .. } = making;
        let last = chart.set(chart.end());
        let whole = last.map(|it| it as ItemNumber).find(|&number| {
            let Item { state, origin, .. } = chart.item(number);
            let state = states.state(state);
            state.network == 0 && origin == 0 && state.accepts
        });
        chart.whole = whole;
        Ok(chart)
    }

    pub fn item(&self, number: ItemNumber) -> Item {
        self.items[number as usize]
    }

    /// How many bytes it has.
    pub fn end(&self) -> usize {
        self.sets.len() - 1
    }

    /// The items of a byte.
    pub fn set(&self, at: usize) -> Range<usize> {
        let end = self.sets.get(at + 1).map_or(self.items.len(), |&it| it as usize);
        self.sets[at] as usize..end
    }

    /// The items of a byte that call a network.
    fn calling(&self, at: u32, network: u32) -> impl Iterator<Item = ItemNumber> + '_ {
        let at = at as usize;
        let end = self.calls.get(at + 1).map_or(self.waiting.len(), |&it| it as usize);
        let calls = &self.waiting[self.calls[at] as usize..end];
        calls.iter().filter(move |(it, _)| *it == network).map(|&(_, item)| item)
    }

    /// The one item of a byte that calls a network.
    pub fn alone(&self, at: u32, network: u32) -> Option<ItemNumber> {
        let mut calling = self.calling(at, network);
        calling.next().filter(|_| calling.next().is_none())
    }
}

impl Making<'_> {
    /// The items of a byte, whose class is given unless it is the end.
    fn set(&mut self, class: Option<usize>) -> Result<(), Exceeded> {
        let first = self.chart.items.len();
        self.chart.sets.push(first as u32);
        self.chart.calls.push(self.chart.waiting.len() as u32);
        self.chart.items.append(&mut self.next);
        self.seen.clear();
        self.scanned.clear();
        let mut done = first;
        while let Some(&Item { state, origin, .. }) = self.chart.items.get(done) {
            self.meter.step(1)?;
            let number = done as ItemNumber;
            done += 1;
            let known = self.states.state(state);
            let (network, calls) = (known.network, known.calls.len());
            if known.accepts && origin != self.at {
                self.complete(first, number, network, origin)?;
            }
            for call in 0..calls {
                self.call(first, number, call)?;
            }
            if let Some(class) = class
                && let Some(next) = self.states.step(self.networks, state, class)
            {
                let item = Item { state: next, origin, link: Link::Byte(number) };
                if is_new(&mut self.scanned, &self.next, item) {
                    self.next.push(item);
                }
            }
        }
        Ok(())
    }

    fn add(&mut self, first: usize, item: Item) -> Result<(), Exceeded> {
        self.meter.step(1)?;
        if is_new(&mut self.seen, &self.chart.items[first..], item) {
            self.chart.items.push(item);
        }
        Ok(())
    }

    /// What an item calls.
    fn call(&mut self, first: usize, number: ItemNumber, call: usize) -> Result<(), Exceeded> {
        let Item { state, origin, .. } = self.chart.item(number);
        let network = self.states.state(state).calls[call].0;
        self.chart.waiting.push((network, number));
        if std::mem::replace(&mut self.called[network as usize], self.at) != self.at {
            let start = self.states.start(self.networks, network);
            let link = Link::Called(number);
            self.add(first, Item { state: start, origin: self.at, link })?;
        }
        if self.networks.network(network).empty.is_some() {
            let state = self.states.call(self.networks, state, call);
            self.add(first, Item { state, origin, link: Link::Empty { before: number, network } })?;
        }
        Ok(())
    }

    /// What goes on after a network that came to its end.
    fn complete(
        &mut self,
        first: usize,
        end: ItemNumber,
        network: u32,
        origin: u32,
    ) -> Result<(), Exceeded> {
        if let Some(Top { before, state, origin }) = self.chain(origin, network)? {
            return self.add(first, Item { state, origin, link: Link::Chain { before, end } });
        }
        let calling: Vec<ItemNumber> = self.chart.calling(origin, network).collect();
        for before in calling {
            let (state, origin) = self.behind(before, network);
            self.add(first, Item { state, origin, link: Link::Call { before, end } })?;
        }
        Ok(())
    }

    /// The state after a call, and where its network began.
    fn behind(&mut self, before: ItemNumber, network: u32) -> (StateNumber, u32) {
        let Item { state, origin, .. } = self.chart.item(before);
        let calls = &self.states.state(state).calls;
        let call = calls.iter().position(|&(it, _)| it == network).unwrap_or_default();
        (self.states.call(self.networks, state, call), origin)
    }

    /// Where the end of a network that began at a byte leads, if that is one end after the other.
    fn chain(&mut self, origin: u32, network: u32) -> Result<Option<Top>, Exceeded> {
        let (mut at, mut way) = ((origin, network), Vec::new());
        let top = loop {
            if let Some(known) = self.chart.chains.get(&at) {
                break *known;
            }
            self.meter.step(1)?;
            let link = self.chart.alone(at.0, at.1).map(|it| (it, self.behind(it, at.1)));
            let link = link.filter(|(_, (state, _))| self.states.state(*state).only_ends());
            let Some((before, (state, origin))) = link else {
                // Only what was asked for is known to be no chain: the rest ends here.
                self.chart.chains.insert(at, None);
                break None;
            };
            if way.iter().any(|&(it, _)| it == at) {
                // A circle of names that derive each other.
                for (it, _) in way {
                    self.chart.chains.insert(it, None);
                }
                return Ok(None);
            }
            way.push((at, Top { before, state, origin }));
            let network = self.states.state(state).network;
            if (origin, network) == (0, 0) {
                break None;
            }
            at = (origin, network);
        };
        // In a chain of one byte nothing is in a circle twice.
        let top = top.or(way.last().map(|&(_, top)| top));
        for (it, _) in way {
            self.chart.chains.insert(it, top);
        }
        Ok(top)
    }
}

/// Whether an item is none of these, which are in `seen` where they are many.
fn is_new(seen: &mut HashSet<(StateNumber, u32)>, items: &[Item], item: Item) -> bool {
    let key = |it: &Item| (it.state, it.origin);
    if items.len() < FEW {
        return items.iter().all(|it| key(it) != key(&item));
    }
    if seen.is_empty() {
        seen.extend(items.iter().map(key));
    }
    seen.insert(key(&item))
}
