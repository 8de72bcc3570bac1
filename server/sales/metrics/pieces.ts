// The sums that make up a bucket: those of whole days in UTC, and of hours or quarters of an hour before and after them. Pure.
import type { Bucket } from '#kernel/time/buckets.ts'

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** Nothing was sold before. */
const BEGINNING = new Date('1900-01-01T00:00:00.000Z')

/** The length of the spans in which sums are kept. Every zone has differed from UTC by whole quarters of an hour since 1980. */
export type Span = 'quarter' | 'hour' | 'day'

/** The sums of the spans that begin in [from, to) belong to a bucket: 0 is all time before the range, 1 its first bucket. */
export interface SumPiece {
  readonly bucket: number
  readonly span: Span
  readonly from: Date
  readonly to: Date
}

/** The same for pairs, of which both ends lie in the bucket: the one after the last bucket is the whole range. */
export interface PairPiece extends SumPiece {
  readonly priorFrom: Date
  readonly priorTo: Date
}

/** The pieces of a range of buckets that follow each other. */
export function piecesOf(buckets: readonly Bucket[]): { readonly sums: readonly SumPiece[]; readonly pairs: readonly PairPiece[] } {
  const fine = buckets.every(({ start, end }) => isWhole(start, HOUR_MS) && isWhole(end, HOUR_MS)) ? 'hour' : 'quarter'
  const first = buckets[0]?.start ?? BEGINNING
  const whole = { start: first, end: buckets.at(-1)?.end ?? first }
  const ranges = [{ start: BEGINNING, end: first }, ...buckets]
  return {
    sums: ranges.flatMap((range, bucket) => sumPieces(range, fine).map((piece) => ({ ...piece, bucket }))),
    pairs: [...buckets, whole].flatMap((range, at) => pairPieces(range, fine).map((piece) => ({ ...piece, bucket: at + 1 }))),
  }
}

const isWhole = (at: Date, length: number) => at.getTime() % length === 0

/** The whole days of a range; undefined where it has none. */
function wholeDays({ start, end }: Bucket): Bucket | undefined {
  const [from, to] = [Math.ceil(start.getTime() / DAY_MS) * DAY_MS, Math.floor(end.getTime() / DAY_MS) * DAY_MS]
  return from < to ? { start: new Date(from), end: new Date(to) } : undefined
}

function sumPieces(range: Bucket, fine: Span): Omit<SumPiece, 'bucket'>[] {
  const days = wholeDays(range)
  if (!days) return [{ span: fine, from: range.start, to: range.end }]
  const pieces: readonly Omit<SumPiece, 'bucket'>[] = [
    { span: fine, from: range.start, to: days.start },
    { span: 'day', from: days.start, to: days.end },
    { span: fine, from: days.end, to: range.end },
  ]
  return pieces.filter(({ from, to }) => from < to)
}

function pairPieces(range: Bucket, fine: Span): Omit<PairPiece, 'bucket'>[] {
  const days = wholeDays(range)
  const { start, end } = range
  if (!days) return [{ span: fine, from: start, to: end, priorFrom: start, priorTo: end }]
  const pieces: readonly Omit<PairPiece, 'bucket'>[] = [
    { span: 'day', from: days.start, to: days.end, priorFrom: days.start, priorTo: days.end },
    // The prior lies before the first whole day, or the other end after the last one.
    { span: fine, from: start, to: end, priorFrom: start, priorTo: days.start },
    { span: fine, from: days.end, to: end, priorFrom: days.start, priorTo: end },
  ]
  return pieces.filter(({ from, to, priorFrom, priorTo }) => from < to && priorFrom < priorTo)
}
