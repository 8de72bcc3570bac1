import { refuse, refuseWhen } from '#kernel/refusal.ts'
import { foldCase, foldEmail } from '#kernel/text.ts'
import { ADMINISTRATOR, type NewUser, ORDINARY, type User } from './model.ts'
import { userRefusals } from './refusals.ts'

/** Characters of an address at most. */
export const ADDRESS_LENGTH = 254
// Plain ASCII, as the published server accepts: letters that merely look alike can then never make a second account.
const ADDRESS = /^[A-Za-z0-9_'+-]+(?:\.[A-Za-z0-9_'+-]+)*@(?:[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?\.)+[A-Za-z]{2,}$/
const USERNAME = /^[A-Za-z0-9_.]+$/

/** Whether the text is an address. */
export function isAddress(text: string): boolean {
  return text.length <= ADDRESS_LENGTH && ADDRESS.test(text)
}

/** The address in the form in which it is stored and compared; refuses what is no address. */
export function addressOf(text: string): string {
  refuseWhen(!isAddress(text), userRefusals.invalidEmail)
  return foldEmail(text)
}

/** How long a user name may be, in characters. */
export interface UsernameBounds {
  readonly minimum: number
  readonly maximum: number
}

/** The user name in the form in which it is stored and compared; refuses what may not be one. */
export function usernameOf(text: string, bounds: UsernameBounds): string {
  refuseWhen(text.length < bounds.minimum, userRefusals.usernameTooShort)
  refuseWhen(text.length > bounds.maximum, userRefusals.usernameTooLong)
  refuseWhen(!USERNAME.test(text), userRefusals.usernameInvalid)
  return foldCase(text)
}

/** Which of the unique names of a new person are in use already. */
export interface NamesInUse {
  readonly email: boolean
  readonly username: boolean
}

/** Refuses names that somebody has; the user name is told first. */
export function refuseNamesInUse(used: NamesInUse): void {
  refuseWhen(used.username, userRefusals.usernameTaken)
  refuseWhen(used.email, userRefusals.userAlreadyExists)
}

/** Refuses what could not be written because another sign-up took the name meanwhile; `constraint` is the broken one. */
export function refuseTaken(constraint: 'users_email_key' | 'users_username_key'): never {
  refuse(constraint === 'users_email_key' ? userRefusals.userAlreadyExists : userRefusals.usernameTaken)
}

/** What decides whether an address is that of the first administrator. */
export interface Bootstrap {
  /** `BOOTSTRAP_ADMIN_EMAIL` as it was set. */
  readonly address: string | undefined
  readonly isProduction: boolean
}

/**
 * Whether signing up with this address (in lower case) makes the first administrator, while there is none. In production the
 * address has to be proven first.
 */
export function isBootstrapAddress(email: string, { address, isProduction }: Bootstrap): boolean {
  return address !== undefined && !isProduction && foldEmail(address) === email
}

/** The role and state of a new person: a verified administrator, or anybody. */
export function standingOf(isFirstAdministrator: boolean): Pick<NewUser, 'role' | 'emailVerified'> {
  return isFirstAdministrator ? { role: ADMINISTRATOR, emailVerified: true } : { role: ORDINARY, emailVerified: false }
}

/** Whether a comma-joined list of roles makes an administrator of the platform. */
export function isAdministrator(role: string | null): boolean {
  return (role ?? '').split(',').includes(ADMINISTRATOR)
}

/** Whether an administrator is left who may act once this one is gone from among them, or banned. */
export function leavesAdministrator(administrators: readonly User[], without: string, now: Date): boolean {
  return administrators.some((each) => each.id !== without && banOf(each, now) !== 'holds')
}

/** What a ban means now: none, one that is over and is to be lifted, or one that holds. */
export function banOf(user: Pick<User, 'banned' | 'banExpires'>, now: Date): 'none' | 'over' | 'holds' {
  if (!user.banned) return 'none'
  return user.banExpires !== null && user.banExpires <= now ? 'over' : 'holds'
}
