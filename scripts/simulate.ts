// `npm run simulate -- --seed N --lives N` lets subscriptions live random lives, from a seed that it prints.
import { parseArgs } from 'node:util'
import { finish, runInTerminal, vitest } from './suite-steps.ts'

const { values } = parseArgs({ options: { seed: { type: 'string' }, lives: { type: 'string' } } })
const env: NodeJS.ProcessEnv = {}
for (const [name, text] of Object.entries(values)) {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`--${name} takes an integer of at most ten digits, not ${JSON.stringify(text)}.`)
  env[`SIMULATION_${name.toUpperCase()}`] = text
}
finish([await vitest(['--project', 'simulation'], env, runInTerminal)])
