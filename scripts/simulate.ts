// `npm run simulate -- --seed N --lives N` lets subscriptions live random lives, and `npm run simulate -- --conservation --seed N --sequences N`
// plays sequences that try to get more than was paid. Both print their seed.
import { parseArgs } from 'node:util'
import { finish, runInTerminal, vitest } from './steps/suite-steps.ts'

const text = { type: 'string' } as const
const { values } = parseArgs({ options: { conservation: { type: 'boolean', default: false }, seed: text, lives: text, sequences: text } })
const { conservation: isConservation, ...numbers } = values
const project = isConservation ? 'conservation' : 'simulation'
const foreign = isConservation ? 'lives' : 'sequences'
if (numbers[foreign] !== undefined) throw new Error(`--${foreign} is for the other simulation.`)
const env: NodeJS.ProcessEnv = {}
for (const [name, number] of Object.entries(numbers)) {
  if (!/^\d{1,10}$/.test(number)) throw new Error(`--${name} takes an integer of at most ten digits, not ${JSON.stringify(number)}.`)
  env[`${project.toUpperCase()}_${name.toUpperCase()}`] = number
}
finish([await vitest(['--project', project], env, runInTerminal)])
