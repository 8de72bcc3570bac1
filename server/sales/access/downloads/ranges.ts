// The bytes of a file that a request gets (RFC 9110, sections 13 and 14). Pure.
import type { ByteRange } from '#platform/files/file-store.ts'

/** The headers of a request that decide what is sent. */
export interface RangeHeaders {
  readonly range?: string | undefined
  readonly 'if-range'?: string | undefined
  readonly 'if-none-match'?: string | undefined
}

/** The selection: the whole file, a part of it, nothing because the client has it already, or nothing because the file has no such part. */
export type Selection =
  | { readonly kind: 'whole' }
  | { readonly kind: 'part'; readonly range: ByteRange }
  | { readonly kind: 'unchanged' }
  | { readonly kind: 'unsatisfiable' }

const ONE_RANGE = /^bytes=\s*(\d{0,15})-(\d{0,15})\s*$/

/**
 * Selects the part of a file of `size` bytes, of which there is at least one, with this strong ETag. Several ranges, another unit and a
 * malformed range are ignored, which the standard permits; so is a range of another version of the file.
 */
export function select(headers: RangeHeaders, { size, etag }: { readonly size: number; readonly etag: string }): Selection {
  if (names(headers['if-none-match'], etag)) return { kind: 'unchanged' }
  const [, from = '', to = ''] = ONE_RANGE.exec(headers.range ?? '') ?? []
  const ifRange = headers['if-range']
  const isOfOtherVersion = ifRange !== undefined && ifRange.trim() !== etag
  if ((from === '' && to === '') || isOfOtherVersion) return { kind: 'whole' }
  if (from === '') return suffix(Number(to), size)
  const [first, last] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)]
  if (to !== '' && Number(to) < first) return { kind: 'whole' }
  return first < size ? { kind: 'part', range: { first, last } } : { kind: 'unsatisfiable' }
}

/** Whether this begins a download: a part that does not begin with the first byte continues one. */
export function isBeginning(selection: Selection): boolean {
  return selection.kind === 'whole' || (selection.kind === 'part' && selection.range.first === 0)
}

function suffix(length: number, size: number): Selection {
  return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', range: { first: Math.max(0, size - length), last: size - 1 } }
}

// The comparison of If-None-Match is weak: a proxy may have marked the ETag so.
function names(header: string | undefined, etag: string): boolean {
  const known = (header ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''))
  return known.includes(etag) || known.includes('*')
}
