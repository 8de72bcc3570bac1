import { changedOf } from '#platform/audit/changed.ts'
import type { Organization } from '../model.ts'

/** What of an organization became another, for the log: names as they are and were, of the rest only that it did. */
export function changesTold(before: Organization, after: Organization): Record<string, string | boolean> {
  const named = changedOf(before, after, ['name', 'slug']).map((field) => ({ [field]: after[field], [`${field}Before`]: before[field] }))
  const others = changedOf(before, after, ['logo', 'metadata']).map((field) => ({ [field]: true }))
  return Object.assign({}, ...named, ...others)
}
