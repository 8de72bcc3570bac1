import type { ImportedUser } from '#identity/users/model.ts'

/** Somebody whom a line tells of, as far as the line alone says. */
export interface Candidate {
  /** Of the file, from 1. */
  readonly line: number
  /** The id that the line says, in lower case. It may be none of ours. */
  readonly givenId: string | null
  readonly user: Omit<ImportedUser, 'id'>
  /** The stored form of their password. */
  readonly hash: string | null
}

/** Somebody to be written. */
export interface Newcomer extends Candidate {
  /** With the given id where that is a UUID that nobody has, else with a new one. */
  readonly user: ImportedUser
}

/** A line of which nobody was taken. */
export interface ToldLine {
  readonly line: number
  /** `refused`: to be put right; `there`: somebody has the address already, and was left as they are. */
  readonly outcome: 'refused' | 'there'
  /** Null where the line as a whole is at fault. */
  readonly field: string | null
  readonly why: string
}

/** What came of a file. */
export interface Imported {
  readonly taken: number
  readonly there: number
  readonly refused: number
  /** How many of those taken have another id than their line says, because that was no UUID or somebody's. */
  readonly newIds: number
  readonly isDryRun: boolean
  /** The lines of which nobody was taken, in their order; the first ten thousand. */
  readonly lines: readonly ToldLine[]
  /** How many more there were. */
  readonly linesLeftOut: number
}

/** Which of the names of candidates somebody has. */
export interface TakenNames {
  readonly emails: ReadonlySet<string>
  readonly usernames: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
}
