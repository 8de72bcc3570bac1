import type { Json } from './schemas.ts'

let examples: Readonly<Record<string, Json>> = {}

/** Declares examples of bodies by the names of their operations, for bodies whose schema has none. */
export function declareExamples(declared: Readonly<Record<string, Json>>): void {
  examples = declared
}

/** The example of the body of an operation. */
export function exampleOf(operation: string): Json | undefined {
  return Object.hasOwn(examples, operation) ? examples[operation] : undefined
}
