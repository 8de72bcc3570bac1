// The random seeds of `.ci/run`: the same commit gets the same seeds, so that its run can be repeated.
import { createHash } from 'node:crypto'
import { runCommand } from './suite-steps.ts'

const NAMES = ['FUZZ_SEED', 'SIMULATION_SEED', 'FAULT_SEED'] as const
/** The seeds of the fuzz tests, the simulations and the kill rounds by environment variable, each an integer below 2³¹. */
export type Seeds = Readonly<Partial<Record<(typeof NAMES)[number], string>>>

/** The seeds of a git tree. */
export function seedsFrom(tree: string): Seeds {
  const seed = (name: string) => createHash('sha256').update(`${name} ${tree}`).digest().readUInt32BE() >>> 1
  return Object.fromEntries(NAMES.map((name) => [name, String(seed(name))]))
}

/** The seeds of the last commit. Variables that are already set keep their values. Outside a repository there are none, and every run draws its own. */
export async function seedsOfCommit(): Promise<Seeds> {
  const { code, output } = await runCommand('git', ['rev-parse', 'HEAD^{tree}'])
  const seeds = code === 0 ? Object.entries(seedsFrom(output.trim())) : []
  return Object.fromEntries(seeds.filter(([name]) => process.env[name] === undefined))
}
