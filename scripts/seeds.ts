// Where chance begins in `.ci/run`: the same commit is proved the same way again, another one tries other ground.
import { createHash } from 'node:crypto'
import { command } from './parts.ts'

const NAMES = ['FUZZ_SEED', 'SIMULATION_SEED', 'FAULT_SEED'] as const
/** The variables that the fuzz, the simulations and the kill rounds begin with, each a whole number below 2³¹. */
export type Seeds = Readonly<Partial<Record<(typeof NAMES)[number], string>>>

/** The seeds of a state of the files, which `tree` names. */
export function seedsFrom(tree: string): Seeds {
  const seed = (name: string) => createHash('sha256').update(`${name} ${tree}`).digest().readUInt32BE() >>> 1
  return Object.fromEntries(NAMES.map((name) => [name, String(seed(name))]))
}

/** The seeds of the files of the last commit; none outside of a repository, where every run draws its own. What is set already stays. */
export async function seedsOfCommit(): Promise<Seeds> {
  const { code, said } = await command('git', ['rev-parse', 'HEAD^{tree}'])
  const seeds = code === 0 ? Object.entries(seedsFrom(said.trim())) : []
  return Object.fromEntries(seeds.filter(([name]) => process.env[name] === undefined))
}
