//! All components as one lazy DFA.
//!
//! A state combines a state of every component with what is known about the prefix of the input.
//! A step is a step of every component, and the answers to an input follow from the state in
//! which it ends.

use std::sync::Arc;

use indexmap::IndexSet;
use urlbnf_language::ByteClasses;

use super::{PrefixRecogniser, ProductComponent};

/// The index of a state; 0 is the start.
pub type StateNumber = u32;

/// The states of a product, as far as they were needed.
#[derive(Debug)]
pub struct ProductStates<R: PrefixRecogniser, C: ProductComponent<R::State>> {
    recogniser: R,
    components: Vec<C>,
    /// By place in an answer: the index of its component.
    places: Vec<usize>,
    classes: ByteClasses,
    states: IndexSet<ProductState<R::State, C::State>>,
    /// The distinct answers; the first is that to an empty line.
    answers: IndexSet<Arc<[C::Answer]>>,
}

#[derive(Debug, Clone, PartialEq, Eq, Hash)]
struct ProductState<B, S> {
    beginning: B,
    component_states: Box<[S]>,
}

impl<R: PrefixRecogniser, C: ProductComponent<R::State>> ProductStates<R, C> {
    /// The product of these components. `places` has, for each place in an answer, the index of
    /// its component; several places may share one.
    pub fn new(recogniser: R, components: Vec<C>, places: Vec<usize>) -> Self {
        let classes = ByteClasses::from_signature(|byte| {
            let classes: Vec<usize> =
                components.iter().map(|component| component.class(byte)).collect();
            (classes, recogniser.class(byte), byte == b'\n')
        });
        let places = places.into_iter().filter(|&index| index < components.len()).collect();
        let answers = IndexSet::from([Arc::default()]);
        let states = IndexSet::new();
        let mut states = ProductStates { recogniser, components, places, classes, states, answers };
        states.begin();
        states
    }

    fn begin(&mut self) {
        let component_states = self.components.iter().map(ProductComponent::start).collect();
        self.states.insert(ProductState { beginning: self.recogniser.start(), component_states });
    }

    /// The number of states so far.
    pub fn count(&self) -> usize {
        self.states.len()
    }

    /// How many numbers the components hold.
    pub fn size(&self) -> usize {
        self.components.iter().map(ProductComponent::size).sum()
    }

    /// Classes of bytes that no component distinguishes.
    pub fn classes(&self) -> &ByteClasses {
        &self.classes
    }

    /// The state after a byte.
    pub fn step(&mut self, from: StateNumber, byte: u8) -> StateNumber {
        let least = self.classes.least(byte);
        let ProductState { beginning, component_states } = &self.states[from as usize];
        let beginning = self.recogniser.step(beginning, least);
        let components = self.components.iter_mut().zip(component_states);
        let component_states = components
            .map(|(component, &component_state)| component.step(component_state, least, &beginning))
            .collect();
        self.states.insert_full(ProductState { beginning, component_states }).0 as StateNumber
    }

    /// The number of the answer to an input that ends in this state.
    pub fn answer(&mut self, at: StateNumber) -> u32 {
        let ProductState { beginning, component_states } = &self.states[at as usize];
        let answer =
            |&place: &usize| self.components[place].answer(component_states[place], beginning);
        self.answers.insert_full(self.places.iter().map(answer).collect()).0 as u32
    }

    /// The component at a place in the answers, and its state.
    #[inline]
    pub(super) fn component_at(&self, at: StateNumber, place: usize) -> (&C, C::State) {
        let component = self.places[place];
        (&self.components[component], self.states[at as usize].component_states[component])
    }

    /// The answers of the components, by the number of the combined answer.
    pub fn answers(&self, answer: u32) -> &Arc<[C::Answer]> {
        &self.answers[answer as usize]
    }

    /// Discards all states but the start and `kept`; keeps all answers. If `places` is set, the
    /// components discard their states too. Returns the new number of `kept`.
    pub(super) fn forget_but(&mut self, kept: StateNumber, places: bool) -> StateNumber {
        let mut kept = self.states[kept as usize].clone();
        self.states.clear();
        if places {
            for (component, component_state) in
                self.components.iter_mut().zip(&mut kept.component_states)
            {
                *component_state = component.forget_but(*component_state);
            }
        }
        self.begin();
        self.states.insert_full(kept).0 as StateNumber
    }
}
