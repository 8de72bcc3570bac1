import type { CustomFieldType } from '#client/index.ts'

/** The kinds in the order in which they are offered. */
export const fieldTypes: readonly CustomFieldType[] = ['text', 'number', 'date', 'select', 'checkbox']
