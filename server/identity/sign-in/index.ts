export { type Beginning, type Begun, beginSession, type Method } from './actions/begin-session.ts'
export { signInRefusals } from './refusals.ts'
