import { z } from 'zod'
import { fileFolder } from '#merchant/catalogue/files/model.ts'
import { integer, json, type Model, oneOf, recorded, text, time } from '#platform/resource/columns.ts'

/**
 * `uploading`: its file is not sent yet · `pending`: no line is read yet · `running`: lines are stored · `completed`: every line was read ·
 * `failed`: it ended early by a fault · `cancelled`: it ended early by its merchant.
 */
export const eventImportStatus = z
  .enum(['uploading', 'pending', 'running', 'completed', 'failed', 'cancelled'])
  .meta({ id: 'EventImportStatus' })

export type EventImportStatus = z.output<typeof eventImportStatus>

/** The separator of the cells of a line. */
export type Separator = ',' | ';' | '\t'

export const eventImportColumns = {
  id: recorded.id,
  organizationId: recorded.organizationId,
  createdAt: recorded.createdAt,
  modifiedAt: recorded.modifiedAt,
  fileName: text().fixed().meta({ description: 'The name of the file.' }),
  size: integer().fixed().meta({ description: 'The bytes of the file.' }),
  status: oneOf(eventImportStatus).meta({ description: 'How far it has come.' }),
  failure: text().nullable().meta({ description: 'Why it failed; null unless it did.' }),
  position: integer().meta({ description: 'The bytes of the file that are read: with `size` the progress.' }),
  linesTotal: integer().nullable().meta({ description: 'The lines below the header; null until the file is uploaded.' }),
  linesRead: integer().meta({ description: 'The lines with content that are read: stored, duplicates and refused together.' }),
  inserted: integer().meta({ description: 'Events that were stored.' }),
  duplicates: integer().meta({ description: 'Lines whose `external_id` was stored before. They change nothing.' }),
  refused: integer().meta({ description: 'Lines that were refused.' }),
  reported: integer().meta({ description: 'Refused lines that the report contains; further ones are only counted.' }),
  endedAt: time().nullable().meta({ description: 'When it was completed, failed or was cancelled.' }),
  uploadId: text().fixed().private(),
  header: json<readonly string[]>(z.any()).nullable().private(),
  separator: text().nullable().private(),
  nextLine: integer().private(),
  reportedCharacters: integer().private(),
} as const

/** An import of usage events from a CSV file. Times are UTC, sizes bytes. */
export type EventImport = Model<typeof eventImportColumns>

/** A line that was refused. */
export interface RefusedLine {
  /** Where it begins in the file, from 1. */
  readonly line: number
  /** The column at fault; null where the whole line is. */
  readonly field: string | null
  readonly reason: string
  /** Its cells, in the order of the header. */
  readonly cells: readonly string[]
}

/** Whether the import has come to an end. */
export function hasEnded({ status }: Pick<EventImport, 'status'>): boolean {
  return status === 'completed' || status === 'failed' || status === 'cancelled'
}

/** Where the file of an import is stored, in the folder of its organization: made of ids alone. */
export function importPath({ organizationId, id }: Pick<EventImport, 'organizationId' | 'id'>): string {
  return `${fileFolder(organizationId)}/event_import/${id}`
}
