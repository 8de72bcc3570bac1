import type { ImportedUser } from '#identity/users/model.ts'

/** The user of a valid line, before other users are considered. */
export interface Candidate {
  /** The line number in the file, from 1. */
  readonly line: number
  /** The id in the line, in lower case. It may not be a UUID. */
  readonly sourceId: string | null
  readonly user: Omit<ImportedUser, 'id'>
  /** The stored form of the password. */
  readonly hash: string | null
}

/** A candidate that is imported. */
export interface AcceptedCandidate extends Candidate {
  /** Has the given id where that is an unused UUID, otherwise a new one. */
  readonly user: ImportedUser
}

/** A line that was not imported. */
export interface SkippedLine {
  readonly line: number
  /** `refused`: invalid; `there`: a user with the email exists and was not changed. */
  readonly outcome: 'refused' | 'there'
  /** Null where the whole line is invalid. */
  readonly field: string | null
  readonly why: string
}

/** The result of an import. */
export interface ImportUsersResult {
  readonly taken: number
  readonly there: number
  readonly refused: number
  /** Imported users with another id than their line's, because that was not a UUID or was taken. */
  readonly newIds: number
  readonly isDryRun: boolean
  /** The lines that were not imported, in order; the first ten thousand. */
  readonly lines: readonly SkippedLine[]
  /** The number of further lines that were not imported. */
  readonly linesLeftOut: number
  /** The last line that was processed when the import was stopped before the end of the file; null if it was not. */
  readonly stoppedAfterLine: number | null
}

/** The emails, user names and ids of candidates that existing users have. */
export interface TakenNames {
  readonly emails: ReadonlySet<string>
  readonly usernames: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
}
