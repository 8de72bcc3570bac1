/** The result of a rule: the next state, and the names of the events to emit, in order. */
export interface Outcome<State, Event extends string = string> {
  readonly next: State
  readonly events: readonly Event[]
}
