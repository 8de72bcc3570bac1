import type { DocumentMessages } from '#emails/messages.ts'
import type { Sheet } from '#platform/documents/sheet.ts'
import type { Invoice } from '../model.ts'

/** The colours of a document. */
export const colors = { ink: '#1f2328', muted: '#5c6069', line: '#d5d8dd', accent: '#2f5d50', warning: '#fff4d6' } as const

/** The margins of a page, in points. */
export const margin = { side: 54, top: 60, bottom: 84 } as const

/** A document that is being drawn. */
export interface Canvas {
  readonly sheet: Sheet
  readonly invoice: Invoice
  readonly t: DocumentMessages
  /** The width between the margins. */
  readonly width: number
  /** The lowest y of the contents of a page. */
  readonly bottom: number
  readonly amount: (minor: number) => string
  readonly day: (iso: string) => string
  /** The first and the last day of a period whose end belongs to the next one. */
  readonly period: (period: { readonly start: string; readonly end: string }) => string
  /** Begins a page and returns the y where its contents begin. */
  readonly nextPage: () => number
}
