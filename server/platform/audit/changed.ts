import { isDeepStrictEqual } from 'node:util'

/** Which of the fields became others, whatever order their keys have. */
export function changedOf<Thing, Field extends keyof Thing>(before: Thing, after: Thing, fields: readonly Field[]): readonly Field[] {
  return fields.filter((field) => !isDeepStrictEqual(after[field], before[field]))
}
