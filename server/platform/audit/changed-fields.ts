import { isDeepStrictEqual } from 'node:util'

/** The fields whose values differ, compared deeply and without regard to the order of keys. */
export function changedFields<Thing, Field extends keyof Thing>(before: Thing, after: Thing, fields: readonly Field[]): readonly Field[] {
  return fields.filter((field) => !isDeepStrictEqual(after[field], before[field]))
}
