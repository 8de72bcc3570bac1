// Runs before each file of tests: generated input is the same in each run, unless RULES_SEED says otherwise.
import fc from 'fast-check'
import { seedOf } from '#test/seeds.ts'

fc.configureGlobal({ seed: seedOf('RULES_SEED') })
