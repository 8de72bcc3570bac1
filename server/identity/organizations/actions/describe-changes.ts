import { changedFields } from '#platform/audit/changed-fields.ts'
import type { Organization } from '../model.ts'

/** The changes of an organization, for the audit log: new and old names; for the other fields only that they changed. */
export function describeChanges(before: Organization, after: Organization): Record<string, string | boolean> {
  const names = changedFields(before, after, ['name', 'slug']).map((field) => ({
    [field]: after[field],
    [`${field}Before`]: before[field],
  }))
  const others = changedFields(before, after, ['logo', 'metadata']).map((field) => ({ [field]: true }))
  return Object.assign({}, ...names, ...others)
}
