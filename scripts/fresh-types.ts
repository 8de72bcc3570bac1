import { commandStep, type Step } from './steps/suite-steps.ts'

/** Builds the types of the client if there are none of the present sources: the compiler needs them, and they are not in git. */
export const freshTypes: Step = commandStep('types of the client', 'node', ['scripts/client-types.ts', '--if-changed'])
