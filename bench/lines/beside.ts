// A row in which ours stands beside the bare target and beside other servers, each asked in its own way in the same rounds.
import type { askShared, Round } from '../load.ts'
import type { Target } from '../targets.ts'
import { type Course, inTurns, median, type Row, rateRow } from './line.ts'

type Load = ReturnType<typeof askShared>

/** Somebody who is measured: where, and how to ask them for so many seconds. */
export interface Side {
  readonly target: Target
  readonly ask: (seconds: number) => Load
}

/** A line with its sides: `ours`, `bare` where there is one, and others by their versions. */
export interface Measured {
  readonly line: string
  readonly messages: number
  readonly sides: Readonly<Record<string, Side>>
  /** How many times the rate of which side ours is meant to be. */
  readonly goal?: { readonly side: string; readonly times: number }
}

/** Runs all sides in turn and gives the row. */
export async function rowOf(course: Course, { line, messages, sides, goal }: Measured): Promise<Row> {
  console.error(`  ${line} …`)
  const targets = Object.fromEntries(Object.entries(sides).map(([side, { target }]) => [side, target]))
  const askOf = new Map(Object.values(sides).map(({ target, ask }) => [target, ask]))
  const askAt = (target: Target, seconds: number): Load => askOf.get(target)?.(seconds) ?? Promise.reject(new Error('Nobody is measured.'))
  const { ours = [], bare, ...rivals } = await inTurns<string>(course, targets, askAt)
  const row = rateRow(line, { ours, bare: bare ?? ours }, messages)
  const alone = { bare: '', ratio: '', cpu: row.cpu.split(',', 1)[0] ?? '', times: row.times.split(';', 1)[0] ?? '' }
  const beside = Object.entries(rivals).map(([version, rounds]) => {
    const meant = goal?.side === version ? `, goal ${goal.times}x` : ''
    return `${besideOf(version, ours, rounds)}${meant}`
  })
  return { ...row, ...(bare ? {} : alone), ...(beside.length ? { beside: beside.join('; ') } : {}) }
}

function besideOf(version: string, ours: readonly Round[], theirs: readonly Round[]): string {
  const rate = median(theirs.map(({ perSecond }) => perSecond)).toFixed(0)
  const times = median(ours.flatMap((round, at) => (theirs[at] ? round.perSecond / theirs[at].perSecond : []))).toFixed(1)
  const cpu = median(ours.flatMap((round, at) => (theirs[at]?.cpuMicros ?? 0) / (round.cpuMicros ?? Number.NaN))).toFixed(1)
  return `${version}: ${rate}/s, ${times}x (CPU ${cpu}x)`
}
