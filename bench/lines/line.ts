// A line of the table: a measurement of all targets, in turn, round by round.
import type { Fixture } from '../fixture.ts'
import { measure, type Round } from '../load.ts'
import type { Target, TargetSetup } from '../targets.ts'

/** The options of a line. */
export interface LineOptions {
  readonly setup: TargetSetup
  readonly fixture: Fixture
  /** The file with the recordings, for the bare target. */
  readonly script: string
  /** The file with the recording of a delivery. */
  readonly deliveries: string
  readonly rounds: number
  readonly seconds: number
  /** Whether the lines are compared with the rivals too. */
  readonly withRivals: boolean
}

/** The rounds of each target, or a plain figure of each round for lines without a rate. */
export interface Sides<T> {
  readonly ours: readonly T[]
  readonly bare: readonly T[]
}

/** A row of the table, as text. */
export interface Row {
  readonly line: string
  readonly ours: string
  readonly bare: string
  readonly ratio: string
  readonly cpu: string
  readonly times: string
  readonly limit: string
  /** The rates of the rivals in the same rounds, and our multiple of them. */
  readonly comparison?: string
}

/** A line, which returns its rows. */
export interface Line {
  readonly name: string
  run(options: LineOptions): Promise<readonly Row[]>
}

type Done = Parameters<typeof measure>[2]

/** Runs all targets in turn: a short round to warm up, then `rounds` rounds. */
export async function inTurns<Side extends string>(
  { setup, rounds, seconds }: Pick<LineOptions, 'setup' | 'rounds' | 'seconds'>,
  targets: Readonly<Record<Side, Target>>,
  act: (target: Target, seconds: number) => ReturnType<Done>,
): Promise<Record<Side, readonly Round[]>> {
  const sides = Object.entries(targets) as [Side, Target][]
  const results = new Map<Side, Round[]>(sides.map(([side]) => [side, []]))
  for (const [, target] of sides) await act(target, Math.max(1, seconds / 2))
  for (let round = 0; round < rounds; round += 1) {
    for (const [side, target] of sides) results.get(side)?.push(await measure(target, setup.cores, () => act(target, seconds)))
  }
  return Object.fromEntries(results) as unknown as Record<Side, readonly Round[]>
}

/** The median. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return sorted.length % 2 ? (sorted[Math.floor(middle)] ?? 0) : ((sorted[middle - 1] ?? 0) + (sorted[middle] ?? 0)) / 2
}

/** The row of a line that is a rate: medians of the rounds, and of the ratios of neighbouring rounds. */
export function rateRow(line: string, { ours, bare }: Sides<Round>, statementCount: number): Row {
  const middle = (rounds: readonly Round[], of: (round: Round) => number) => median(rounds.map(of))
  const ratio = (of: (round: Round) => number) => median(ours.flatMap((round, at) => (bare[at] ? of(round) / of(bare[at]) : []))).toFixed(2)
  const cpu = (round: Round) => round.cpuMicros ?? Number.NaN
  const times = (rounds: readonly Round[]) =>
    `${middle(rounds, ({ p50 }) => p50).toFixed(1)} / ${middle(rounds, ({ p99 }) => p99).toFixed(1)}`
  const busy = (rounds: readonly Round[]) =>
    `${percent(middle(rounds, ({ serverBusy }) => serverBusy))} / ${percent(middle(rounds, ({ loadBusy }) => loadBusy))}`
  return {
    line,
    ours: `${middle(ours, ({ perSecond }) => perSecond).toFixed(0)}/s`,
    bare: `${middle(bare, ({ perSecond }) => perSecond).toFixed(0)}/s`,
    ratio: ratio(({ perSecond }) => perSecond),
    cpu: `${middle(ours, cpu).toFixed(0)} µs, ${middle(bare, cpu).toFixed(0)} µs: ${ratio(cpu)}`,
    times: `${times(ours)}; ${times(bare)}`,
    limit: `${statementCount} statements; busy ${busy(ours)}; ${busy(bare)}`,
  }
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
