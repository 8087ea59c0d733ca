//! All derivations of one string.
//!
//! The automata of the texts of all rules, with names as letters, are a recursive transition network. It
//! is run over the string in all ways at once (Woods 1970; Scott and Johnstone, *GLL parsing*, 2010): what a
//! rule derives up to an offset is found once, however often it is asked for. So every grammar is read,
//! wherever its rules name themselves. From the runs that succeed the trees are read off one by one. At each
//! point of a tree the next name is chosen, with the part of the string that it derives, so that no two
//! of the trees are equal.
//!
//! The string is read from its end. A list `x = a [ x ]` then takes one run, which has a start at each item.
//! Read from its beginning, it would take a run from each item to every later one.

use std::rc::Rc;

use urlbnf_language::{CharacterSet, Exceeded, FastMap, FastSet, Work};

use crate::components::cycles;
use crate::grammar::{Grammar, ProductionId};
use crate::languages::composed::{Bound, Piece, TextNfa};
use crate::tree::NodeData;

/// A rule that is read backwards from an offset.
type Call = (ProductionId, usize);

/// A run of the automaton of a text: its state, and the offset.
type Configuration = (usize, usize);

/// The automaton of a text, which can also be run backwards. A string begins in the first state.
struct RuleText {
    forward: TextNfa,
    /// By state: the states before it, with the bytes between.
    bytes: Vec<Vec<(CharacterSet, usize)>>,
    /// By state: the states before it, with the name between.
    names: Vec<Vec<(ProductionId, usize)>>,
    /// The states in which a string ends.
    ends: Vec<usize>,
}

impl RuleText {
    fn new(text: TextNfa) -> RuleText {
        let count = text.names.len();
        let (mut bytes_before, mut names) = (vec![Vec::new(); count], vec![Vec::new(); count]);
        for state in 0..count {
            for &(bytes, target) in &text.nfa.steps[state] {
                bytes_before[target].push((bytes, state));
            }
            for step in &text.names[state] {
                names[step.target].push((step.name, state));
            }
        }
        let ends = (0..count).filter(|&state| text.nfa.accepting[state]).collect();
        RuleText { forward: text, bytes: bytes_before, names, ends }
    }

    /// The states before a state in which a byte was read.
    fn before(&self, state: usize, byte: u8) -> impl Iterator<Item = usize> {
        let steps = self.bytes[state].iter().filter(move |(bytes, _)| bytes.contains(byte));
        steps.map(|&(_, before)| before)
    }
}

/// The texts of the rules that a string needs.
struct RuleTexts<'g> {
    grammar: &'g Grammar,
    texts: FastMap<ProductionId, Rc<RuleText>>,
}

impl RuleTexts<'_> {
    fn of(&mut self, id: ProductionId, work: &mut Work) -> Result<Rc<RuleText>, Exceeded> {
        if let Some(known) = self.texts.get(&id) {
            return Ok(Rc::clone(known));
        }
        let text = TextNfa::new(&[Piece::Once(self.grammar.core(id))], Bound::Exact, work)?;
        let text = Rc::new(RuleText::new(text));
        Ok(Rc::clone(self.texts.entry(id).or_insert(text)))
    }
}

/// What the rules of a grammar derive up to the offsets of a string.
#[derive(Default)]
struct CallChart {
    calls: FastSet<Call>,
    /// By call: the offsets at which a string of the rule begins.
    starts: Vec<FastSet<usize>>,
    /// By call: the runs that wait for its start, each as its call and the state before the name.
    waiting: Vec<FastSet<(usize, usize)>>,
    /// The runs, each with its call. They lead to the end of the call.
    runs: FastSet<(usize, Configuration)>,
    /// By rule and offset: where the strings of the rule that begin there end.
    ends: FastMap<Call, Vec<usize>>,
}

impl CallChart {
    fn new(
        texts: &mut RuleTexts<'_>,
        start: ProductionId,
        string: &[u8],
        work: &mut Work,
    ) -> Result<CallChart, Exceeded> {
        let mut chart = CallChart::default();
        chart.call((start, string.len()), texts, work)?;
        let mut done = 0;
        while let Some(&(call, (state, offset))) = chart.runs.get_index(done) {
            done += 1;
            work.enter::<(usize, Configuration)>(1)?;
            let text = texts.of(chart.calls[call].0, work)?;
            if state == 0 && chart.starts[call].insert(offset) {
                work.enter::<usize>(1)?;
                work.ticks(chart.waiting[call].len())?;
                let waiting = chart.waiting[call].iter();
                chart.runs.extend(waiting.map(|&(outer, state)| (outer, (state, offset))));
            }
            work.ticks(text.bytes[state].len())?;
            if let Some(before) = offset.checked_sub(1) {
                let states = text.before(state, string[before]);
                chart.runs.extend(states.map(|state| (call, (state, before))));
            }
            for &(name, state) in &text.names[state] {
                let called = chart.call((name, offset), texts, work)?;
                if chart.waiting[called].insert((call, state)) {
                    work.enter::<(usize, usize)>(1)?;
                    work.ticks(chart.starts[called].len())?;
                    let starts = chart.starts[called].iter();
                    chart.runs.extend(starts.map(|&start| (call, (state, start))));
                }
            }
        }
        for (&(rule, end), starts) in chart.calls.iter().zip(&chart.starts) {
            work.enter::<usize>(starts.len())?;
            for &start in starts {
                chart.ends.entry((rule, start)).or_default().push(end);
            }
        }
        Ok(chart)
    }

    /// The number of a call. Its runs are added if it is new.
    fn call(
        &mut self,
        call: Call,
        texts: &mut RuleTexts<'_>,
        work: &mut Work,
    ) -> Result<usize, Exceeded> {
        let (number, is_new) = self.calls.insert_full(call);
        if is_new {
            work.enter::<Call>(1)?;
            self.starts.push(FastSet::default());
            self.waiting.push(FastSet::default());
            let text = texts.of(call.0, work)?;
            self.runs.extend(text.ends.iter().map(|&state| (number, (state, call.1))));
        }
        Ok(number)
    }
}

/// A rule and the part of the string that it derives: its start and its end.
type Derived = (ProductionId, usize, usize);

/// A set of configurations of one text, all of them after the same names.
type Configurations = Rc<[usize]>;

/// What may come next in a derivation.
#[derive(Clone)]
enum Choice {
    /// A name, and the configurations after it.
    Name(Derived, Configurations),
    /// The end.
    End,
}

/// A choice that is made in a tree.
struct MadeChoice {
    chosen: usize,
    /// How many there are to choose from: at least two.
    count: usize,
}

/// The runs of a text that derive a part of the string.
#[derive(Default)]
struct DerivingRuns {
    /// By configuration: the configurations that follow, and the name that is read between the two; `None`
    /// for a byte or a hidden rule. The runs begin in the first configuration.
    steps: Vec<Vec<(Option<Derived>, usize)>>,
    /// By configuration: whether the part of the string is complete.
    is_complete: Vec<bool>,
    choices: FastMap<Configurations, Rc<[Choice]>>,
}

/// All derivations of one string by one rule.
pub(crate) struct Forest<'g, 'i> {
    string: &'i [u8],
    root: Derived,
    texts: RuleTexts<'g>,
    chart: CallChart,
    /// The rules without nodes in the trees.
    hidden: FastSet<ProductionId>,
    runs: FastMap<Derived, DerivingRuns>,
}

impl<'g, 'i> Forest<'g, 'i> {
    /// The derivations of a string by a rule. Their trees have no nodes for the `hidden` rules, nor for what
    /// is below these.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn new(
        grammar: &'g Grammar,
        start: ProductionId,
        string: &'i [u8],
        hidden: FastSet<ProductionId>,
        work: &mut Work,
    ) -> Result<Forest<'g, 'i>, Exceeded> {
        let mut texts = RuleTexts { grammar, texts: FastMap::default() };
        let chart = CallChart::new(&mut texts, start, string, work)?;
        let root = (start, 0, string.len());
        Ok(Forest { string, root, texts, chart, hidden, runs: FastMap::default() })
    }

    /// The rule because of which there are infinitely many derivations, if there are.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn endless(&mut self, work: &mut Work) -> Result<Option<ProductionId>, Exceeded> {
        let mut nodes: FastSet<Derived> = FastSet::from_iter([self.root]);
        // By node: the nodes below it that derive all of its string.
        let mut same: Vec<Vec<usize>> = Vec::new();
        while let Some(&node) = nodes.get_index(same.len()) {
            let runs = self.runs(node, work)?;
            let leads: Vec<Vec<usize>> =
                runs.steps.iter().map(|steps| steps.iter().map(|&(_, to)| to).collect()).collect();
            for cycle in cycles(&leads) {
                let within = |&(name, to): &(Option<Derived>, usize)| {
                    name.filter(|_| cycle.contains(&to)).map(|(name, ..)| name)
                };
                let names =
                    cycle.iter().flat_map(|&from| runs.steps[from].iter().filter_map(within));
                if let Some(name) = names.min() {
                    return Ok(Some(name));
                }
            }
            let names = runs.steps.iter().flatten().filter_map(|&(name, _)| name);
            let mut below = Vec::new();
            for name in names {
                work.enter::<Derived>(1)?;
                let (number, _) = nodes.insert_full(name);
                if (name.1, name.2) == (node.1, node.2) {
                    below.push(number);
                }
            }
            same.push(below);
        }
        let cyclic = cycles(&same).flatten().min();
        Ok(cyclic.map(|number| nodes[number].0))
    }

    /// The runs of a rule's text that derive a part of the string.
    fn runs(&mut self, node: Derived, work: &mut Work) -> Result<&mut DerivingRuns, Exceeded> {
        if !self.runs.contains_key(&node) {
            let runs = self.deriving(node, work)?;
            self.runs.insert(node, runs);
        }
        Ok(self.runs.entry(node).or_default())
    }

    fn deriving(
        &mut self,
        (id, start, end): Derived,
        work: &mut Work,
    ) -> Result<DerivingRuns, Exceeded> {
        let text = self.texts.of(id, work)?;
        let call = self.chart.calls.get_index_of(&(id, end));
        let mut met: FastSet<Configuration> = FastSet::from_iter([(0, start)]);
        let mut runs = DerivingRuns::default();
        let leads = |target| call.is_some_and(|call| self.chart.runs.contains(&(call, target)));
        while let Some(&(state, offset)) = met.get_index(runs.steps.len()) {
            let mut steps: Vec<(Option<Derived>, usize)> = Vec::new();
            let bytes = &text.forward.nfa.steps[state];
            work.ticks(bytes.len())?;
            if let Some(byte) = self.string[..end].get(offset) {
                let taken = bytes.iter().filter(|(bytes, _)| bytes.contains(*byte));
                for target in taken.map(|&(_, target)| (target, offset + 1)) {
                    if leads(target) {
                        steps.push((None, met.insert_full(target).0));
                    }
                }
            }
            for step in &text.forward.names[state] {
                let is_hidden = self.hidden.contains(&step.name);
                for &to in self.chart.ends.get(&(step.name, offset)).into_iter().flatten() {
                    work.tick()?;
                    let name = (!is_hidden).then_some((step.name, offset, to));
                    if leads((step.target, to)) {
                        steps.push((name, met.insert_full((step.target, to)).0));
                    }
                }
            }
            work.enter::<(Option<Derived>, Configuration)>(steps.len())?;
            runs.steps.push(steps);
            runs.is_complete.push(offset == end && text.forward.nfa.accepting[state]);
        }
        Ok(runs)
    }

    /// The derivation with these choices, in their order, as nodes in preorder. From there on the first is
    /// chosen each time, and added to the choices.
    fn tree(
        &mut self,
        made: &mut Vec<MadeChoice>,
        work: &mut Work,
    ) -> Result<Vec<NodeData>, Exceeded> {
        enum Task {
            Open(Derived),
            Names(Derived, Configurations),
            Close(usize),
        }
        let (mut nodes, mut count) = (Vec::new(), 0);
        let mut pending = vec![Task::Open(self.root)];
        while let Some(task) = pending.pop() {
            work.tick()?;
            match task {
                Task::Open(node) => {
                    let (production, start, end) = node;
                    pending.push(Task::Close(nodes.len()));
                    pending.push(Task::Names(node, Rc::from([0])));
                    work.grow::<NodeData>(1)?;
                    nodes.push(NodeData { production, start, end, below: 0 });
                }
                Task::Close(index) => {
                    let below = nodes.len() - index - 1;
                    nodes[index].below = below;
                }
                Task::Names(node, after) => {
                    let choices = self.runs(node, work)?.choices(&after, work)?;
                    let mut chosen = 0;
                    if choices.len() > 1 {
                        if made.len() == count {
                            made.push(MadeChoice { chosen: 0, count: choices.len() });
                        }
                        chosen = made[count].chosen;
                        count += 1;
                    }
                    if let Some(Choice::Name(name, after)) = choices.get(chosen) {
                        pending.push(Task::Names(node, Rc::clone(after)));
                        pending.push(Task::Open(*name));
                    }
                }
            }
        }
        Ok(nodes)
    }

    /// The derivations, one after the other, each as nodes in preorder. There must be a derivation, and not
    /// infinitely many.
    pub fn trees<'f>(
        &'f mut self,
        work: &'f mut Work,
    ) -> impl Iterator<Item = Result<Vec<NodeData>, Exceeded>> + use<'f, 'g, 'i> {
        let mut made: Vec<MadeChoice> = Vec::new();
        let mut is_done = false;
        std::iter::from_fn(move || {
            if is_done {
                return None;
            }
            let tree = self.tree(&mut made, work);
            while made.pop_if(|choice| choice.chosen + 1 == choice.count).is_some() {}
            match made.last_mut() {
                Some(choice) => choice.chosen += 1,
                None => is_done = true,
            }
            Some(tree)
        })
    }
}

impl DerivingRuns {
    /// What may come next after some configurations.
    fn choices(
        &mut self,
        after: &Configurations,
        work: &mut Work,
    ) -> Result<Rc<[Choice]>, Exceeded> {
        if let Some(known) = self.choices.get(after) {
            return Ok(Rc::clone(known));
        }
        let mut reached: FastSet<usize> = after.iter().copied().collect();
        let mut targets: Vec<(Derived, Vec<usize>)> = Vec::new();
        let (mut done, mut is_complete) = (0, false);
        while let Some(&at) = reached.get_index(done) {
            done += 1;
            is_complete |= self.is_complete[at];
            for &(name, to) in &self.steps[at] {
                work.tick()?;
                match name {
                    None => {
                        reached.insert(to);
                    }
                    Some(name) => match targets.iter_mut().find(|(known, _)| *known == name) {
                        Some((_, targets)) => targets.push(to),
                        None => targets.push((name, vec![to])),
                    },
                }
            }
        }
        // The first name first, and the longest part of the string.
        targets.sort_by_key(|&((_, start, end), _)| (start, std::cmp::Reverse(end)));
        work.enter::<Choice>(targets.len() + 1)?;
        let mut choices: Vec<Choice> = Vec::with_capacity(targets.len() + 1);
        for (name, mut targets) in targets {
            work.grow::<usize>(targets.len())?;
            targets.sort_unstable();
            targets.dedup();
            choices.push(Choice::Name(name, targets.into()));
        }
        choices.extend(is_complete.then_some(Choice::End));
        let choices: Rc<[Choice]> = choices.into();
        self.choices.insert(Rc::clone(after), Rc::clone(&choices));
        Ok(choices)
    }
}
