import type { ReactNode } from 'react'
import { Tooltip } from '../overlays/tooltip.tsx'
import { Status, StatusPill, type StatusTone } from './status.tsx'

/** The look of a status: its tone, its word, and its meaning, in a tooltip. Texts are functions: the language is chosen later. */
export interface StatusEntry {
  readonly tone: StatusTone
  readonly word: () => string
  readonly meaning: () => string
}

/** The statuses of one resource: a closed table, the only place that knows their tones and words. */
export type StatusTable<K extends string> = Readonly<Record<K, StatusEntry>>

/** A status in a row; `children` stand in place of its word. */
export const StatusRow = ({ status, children }: { status: StatusEntry; children?: ReactNode }) => (
  <Tooltip text={status.meaning()}>
    <span>
      <Status tone={status.tone}>{children ?? status.word()}</Status>
    </span>
  </Tooltip>
)

/** A status beside a title. */
export const StatusTitle = ({ status }: { status: StatusEntry }) => (
  <Tooltip text={status.meaning()}>
    <span className="inline-flex">
      <StatusPill tone={status.tone}>{status.word()}</StatusPill>
    </span>
  </Tooltip>
)
