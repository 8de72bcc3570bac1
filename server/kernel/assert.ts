/** A programming error, never the fault of the caller: logged with its cause and answered with a bare 500. */
export class Bug extends Error {
  override readonly name = 'Bug'
}

/** Throws a `Bug` unless the condition holds. For conditions that only our own code can break. */
export function assert(condition: unknown, message: string): asserts condition {
  if (!condition) throw new Bug(message)
}

/** The value, or a `Bug` that names the missing one. For a value that must exist at this point. */
export function present<Value>(value: Value | null | undefined, name: string): Value {
  if (value === null || value === undefined) throw new Bug(`${name} is missing`)
  return value
}
