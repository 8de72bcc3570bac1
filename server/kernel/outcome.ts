/** What a rule returns: the next state, and the names of the facts to tell, in order. */
export interface Outcome<State, Fact extends string = string> {
  readonly next: State
  readonly events: readonly Fact[]
}
