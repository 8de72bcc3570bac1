// A row that compares Guildhall with the bare target and other servers, each with its own requests, in the same rounds.
import type { Round, sendShared } from '../load.ts'
import type { Target } from '../targets.ts'
import { inTurns, type LineOptions, median, type Row, rateRow } from './line.ts'

type Load = ReturnType<typeof sendShared>

/** A measured server: its target, and a function that sends its load for some seconds. */
export interface Side {
  readonly target: Target
  readonly send: (seconds: number) => Load
}

/** A line with its sides: `ours`, `bare` if there is one, and rivals by version. */
export interface LineSpec {
  readonly line: string
  readonly statementCount: number
  readonly sides: Readonly<Record<string, Side>>
  /** The goal: our rate as a multiple of the rate of a side. */
  readonly goal?: { readonly side: string; readonly times: number }
}

/** Runs all sides in turn and returns the row. */
export async function rowOf(options: LineOptions, { line, statementCount, sides, goal }: LineSpec): Promise<Row> {
  console.error(`  ${line} …`)
  const targets = Object.fromEntries(Object.entries(sides).map(([side, { target }]) => [side, target]))
  const sendOf = new Map(Object.values(sides).map(({ target, send }) => [target, send]))
  const sendTo = (target: Target, seconds: number): Load =>
    sendOf.get(target)?.(seconds) ?? Promise.reject(new Error('The target has no side.'))
  const { ours = [], bare, ...rivals } = await inTurns<string>(options, targets, sendTo)
  const row = rateRow(line, { ours, bare: bare ?? ours }, statementCount)
  const alone = { bare: '', ratio: '', cpu: row.cpu.split(',', 1)[0] ?? '', times: row.times.split(';', 1)[0] ?? '' }
  const comparisons = Object.entries(rivals).map(([version, rounds]) => {
    const goalText = goal?.side === version ? `, goal ${goal.times}x` : ''
    return `${comparisonOf(version, ours, rounds)}${goalText}`
  })
  return { ...row, ...(bare ? {} : alone), ...(comparisons.length ? { comparison: comparisons.join('; ') } : {}) }
}

function comparisonOf(version: string, ours: readonly Round[], theirs: readonly Round[]): string {
  const rate = median(theirs.map(({ perSecond }) => perSecond)).toFixed(0)
  const times = median(ours.flatMap((round, at) => (theirs[at] ? round.perSecond / theirs[at].perSecond : []))).toFixed(1)
  const cpu = median(ours.flatMap((round, at) => (theirs[at]?.cpuMicros ?? 0) / (round.cpuMicros ?? Number.NaN))).toFixed(1)
  return `${version}: ${rate}/s, ${times}x (CPU ${cpu}x)`
}
