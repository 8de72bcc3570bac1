import { z } from 'zod'

/** The format of an export. */
export type ExportFormat = 'csv' | 'json'

/** The query parameter of an export besides those of its list. */
export const exportParameters = {
  format: z
    .enum(['csv', 'json'])
    .optional()
    .meta({ default: 'csv', description: 'A table, or an array of the items as the list answers them.' }),
}
