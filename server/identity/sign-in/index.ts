export { type CreatedSession, type SignInMethod, type SignInUserInput, signInUser } from './actions/sign-in-user.ts'
export { signInRefusals } from './refusals.ts'
