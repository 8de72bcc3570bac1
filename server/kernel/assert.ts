/** A mistake of ours, never of the caller: logged with its cause and answered as a bare 500. */
export class Bug extends Error {
  override readonly name = 'Bug'
}

/** Throws a `Bug` unless the condition holds. For facts that only our own code can break. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Bug(message)
}

/** The value, or a `Bug` naming what is missing. For what must exist at this point. */
export function present<Value>(value: Value | null | undefined, what: string): Value {
  if (value === null || value === undefined) throw new Bug(`${what} is missing`)
  return value
}
