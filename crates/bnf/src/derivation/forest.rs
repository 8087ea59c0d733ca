//! Lists all derivations of one string, for any grammar.
//!
//! The text of each rule becomes an automaton whose letters are bytes and rule names. A rule that is read
//! at an offset is a *call*. Calls that are equal are read once, as in GLL parsing (Scott and Johnstone,
//! *GLL parsing*, 2010), so left recursion and recursion in the middle need no special case. The chart of
//! all calls shows which rules derive which parts of the string. The trees are then built one at a time:
//! at each point, one of the possible next children is chosen. Two trees differ in at least one of these
//! choices, so no tree is listed twice.
//!
//! The chart is built from the end of the string to its beginning. A right-recursive list
//! `x = a [ x ]` of n items then has one call of `x`, which ends at the end of the string. From the
//! beginning, it would have n calls with up to n ends each. A left-recursive list has that cost here.

use std::rc::Rc;

use urlbnf_language::{CharacterSet, Exceeded, FastMap, FastSet, Work};

use crate::grammar::{Grammar, ProductionId};
use crate::graph::cycles;
use crate::languages::composed::{Bound, Piece, TextNfa};
use crate::tree::NodeData;

/// A call: a rule, and the byte offset at which its string ends.
type Call = (ProductionId, usize);

/// A configuration of a rule's automaton: its state, and the byte offset in the string.
type Configuration = (usize, usize);

/// The automaton of a rule's text, with its transitions in both directions. It starts in state 0.
struct RuleText {
    forward: TextNfa,
    /// By target state, the transitions that read a byte: the bytes, and the source state.
    bytes: Vec<Vec<(CharacterSet, usize)>>,
    /// By target state, the transitions that read a name: the name, and the source state.
    names: Vec<Vec<(ProductionId, usize)>>,
    /// The accepting states.
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

    /// The states from which a byte leads to a state.
    fn before(&self, state: usize, byte: u8) -> impl Iterator<Item = usize> {
        let steps = self.bytes[state].iter().filter(move |(bytes, _)| bytes.contains(byte));
        steps.map(|&(_, before)| before)
    }
}

/// The automata of rules, each built when it is first needed.
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

/// Which rules derive which parts of a string.
#[derive(Default)]
struct CallChart {
    calls: FastSet<Call>,
    /// For each call, the offsets in bytes from which its rule derives the text up to the call's end.
    starts: Vec<FastSet<usize>>,
    /// For each call, who called it: the number of the calling call, and its state before the name.
    waiting: Vec<FastSet<(usize, usize)>>,
    /// The configurations from which a call's string can be completed, each with the number of the call.
    runs: FastSet<(usize, Configuration)>,
    /// For each rule and start offset, the offsets at which its strings end. The same facts as `starts`.
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

    /// The number of a call. If it is new, its accepting configurations are added.
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

/// A node of the forest: a rule, and the start and the end of the part of the string that it derives.
type ForestNode = (ProductionId, usize, usize);

/// The configurations of one node after the same children, by their numbers in [`NodeRuns`].
type Configurations = Rc<[usize]>;

/// What comes next among the children of a node.
#[derive(Clone)]
enum Choice {
    /// A child, and the configurations after it.
    Name(ForestNode, Configurations),
    /// No further child.
    End,
}

/// A choice that was made while a tree was built.
struct MadeChoice {
    chosen: usize,
    /// The number of alternatives: at least two.
    count: usize,
}

/// The runs of a rule's automaton that derive a node's part of the string.
#[derive(Default)]
struct NodeRuns {
    /// For each configuration, those that follow it, each with the child that is read in between. `None`
    /// stands for a byte or a hidden rule. The runs begin in configuration 0.
    steps: Vec<Vec<(Option<ForestNode>, usize)>>,
    /// For each configuration, whether a run may end in it.
    is_complete: Vec<bool>,
    choices: FastMap<Configurations, Rc<[Choice]>>,
}

/// All derivations of one string by one rule.
pub(crate) struct Forest<'g, 'i> {
    string: &'i [u8],
    root: ForestNode,
    texts: RuleTexts<'g>,
    chart: CallChart,
    /// The rules that get no nodes in the trees.
    hidden: FastSet<ProductionId>,
    runs: FastMap<ForestNode, NodeRuns>,
}

impl<'g, 'i> Forest<'g, 'i> {
    /// Builds the chart of a string. The trees leave out the nodes of `hidden` rules and all nodes below
    /// them.
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

    /// Returns a rule that can be added to a derivation any number of times; `None` if the number of
    /// derivations is finite.
    ///
    /// # Errors
    /// If the work runs out.
    pub fn endless(&mut self, work: &mut Work) -> Result<Option<ProductionId>, Exceeded> {
        let mut nodes: FastSet<ForestNode> = FastSet::from_iter([self.root]);
        // For each node, its children that derive the same part of the string.
        let mut same: Vec<Vec<usize>> = Vec::new();
        while let Some(&node) = nodes.get_index(same.len()) {
            let runs = self.runs(node, work)?;
            let leads: Vec<Vec<usize>> =
                runs.steps.iter().map(|steps| steps.iter().map(|&(_, to)| to).collect()).collect();
            for cycle in cycles(&leads) {
                let within = |&(name, to): &(Option<ForestNode>, usize)| {
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
                work.enter::<ForestNode>(1)?;
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

    /// The runs of a node, which are computed when they are first needed.
    fn runs(&mut self, node: ForestNode, work: &mut Work) -> Result<&mut NodeRuns, Exceeded> {
        if !self.runs.contains_key(&node) {
            let runs = self.find_runs(node, work)?;
            self.runs.insert(node, runs);
        }
        Ok(self.runs.entry(node).or_default())
    }

    fn find_runs(
        &mut self,
        (id, start, end): ForestNode,
        work: &mut Work,
    ) -> Result<NodeRuns, Exceeded> {
        let text = self.texts.of(id, work)?;
        let call = self.chart.calls.get_index_of(&(id, end));
        let mut met: FastSet<Configuration> = FastSet::from_iter([(0, start)]);
        let mut runs = NodeRuns::default();
        let leads = |target| call.is_some_and(|call| self.chart.runs.contains(&(call, target)));
        while let Some(&(state, offset)) = met.get_index(runs.steps.len()) {
            let mut steps: Vec<(Option<ForestNode>, usize)> = Vec::new();
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
            work.enter::<(Option<ForestNode>, Configuration)>(steps.len())?;
            runs.steps.push(steps);
            runs.is_complete.push(offset == end && text.forward.nfa.accepting[state]);
        }
        Ok(runs)
    }

    /// Builds the tree with these choices, as nodes in preorder. If the tree needs more choices, the first
    /// alternative is chosen each time, and the choice is added to `made`.
    fn tree(
        &mut self,
        made: &mut Vec<MadeChoice>,
        work: &mut Work,
    ) -> Result<Vec<NodeData>, Exceeded> {
        enum Task {
            Open(ForestNode),
            Names(ForestNode, Configurations),
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

    /// An iterator over all derivations, each as nodes in preorder. The caller must know that the string is
    /// derived, and that [`endless`](Forest::endless) is `None`.
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

impl NodeRuns {
    /// The alternatives for the next child after some configurations.
    fn choices(
        &mut self,
        after: &Configurations,
        work: &mut Work,
    ) -> Result<Rc<[Choice]>, Exceeded> {
        if let Some(known) = self.choices.get(after) {
            return Ok(Rc::clone(known));
        }
        let mut reached: FastSet<usize> = after.iter().copied().collect();
        let mut targets: Vec<(ForestNode, Vec<usize>)> = Vec::new();
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
        // Children that start first come first, and longer ones before shorter ones.
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
