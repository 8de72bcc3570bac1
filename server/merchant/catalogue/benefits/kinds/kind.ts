import type { z } from 'zod'
import { type Problem, valueProblem } from '#kernel/refusal.ts'
import type { CheckedGuild, CheckedRepository, OutsideCheck } from '#merchant/linked-accounts/model.ts'

/** The things that the properties in a body name and other modules hold. */
export interface NamedIds {
  readonly meters: readonly string[]
  /** Uploaded files to sell. */
  readonly files: readonly string[]
  /** The thing that another service holds; it is read before the transaction. */
  readonly outside?: NamedOutside
}

/** A role on a Discord server, or a repository on GitHub. */
export type NamedOutside =
  | { readonly kind: 'discord_role'; readonly guildToken: string; readonly roleId: string }
  | { readonly kind: 'github_repository'; readonly owner: string; readonly name: string }

/** The answer of the other service about it; `nothing` where the properties name nothing there. */
export type OutsideThing =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'discord_role'; readonly check: OutsideCheck<CheckedGuild> & { readonly field?: 'guild_token' | 'role_id' } }
  | { readonly kind: 'github_repository'; readonly check: OutsideCheck<CheckedRepository> }

/** Those of the named things that the organization has and that a benefit may name. */
export interface NamedThings {
  readonly meters: ReadonlySet<string>
  readonly files: ReadonlySet<string>
  readonly outside: OutsideThing
}

/** The properties of a body as they are stored, or why they cannot be. The places of problems begin inside `properties`. */
export type CheckResult<Properties> = { readonly properties: Properties } | { readonly problems: readonly Problem[] }

/** The values that a grant of a kind records and shows, as the fields of an object. Each may be missing. */
export interface GrantFields<Customer extends z.ZodRawShape> {
  /** Those that merchants see. */
  readonly merchant: z.ZodRawShape
  /** Those that the customer sees. One with an `account_id` has its access with an account that the customer chooses. */
  readonly customer: Customer
}

/** A grant that shows nothing of what it records. */
export const showsNothing = { merchant: {}, customer: {} }

/**
 * A kind of benefit: its properties and its JSON. What granting it does is in `server/sales/access/grants/adapters/kinds`. Its properties are stored
 * as they are returned. Its functions are properties, so that the compiler refuses the properties of another kind.
 */
export interface BenefitKind<
  Type extends string,
  Wire extends z.ZodRawShape,
  Body extends z.ZodRawShape,
  Shown extends z.ZodRawShape,
  Customer extends z.ZodRawShape,
> {
  /** The `type` on the wire. */
  readonly type: Type
  /** Its part of the names of schemas in the contract: `Custom` of `BenefitCustom`. */
  readonly name: string
  /** Its properties in an answer, and in a body, which always holds all of them. */
  readonly wire: Wire
  readonly body: Body
  readonly namedBy: (body: z.output<z.ZodObject<Body>>) => NamedIds
  readonly check: (body: z.output<z.ZodObject<Body>>, named: NamedThings) => CheckResult<z.output<z.ZodObject<Wire>>>
  /** The properties that a customer who has it sees. */
  readonly shown: Shown
  /** Their values. Without it they are the properties of the same names. */
  readonly toShown?: (properties: z.output<z.ZodObject<Wire>>) => Readonly<Record<string, unknown>>
  readonly grant: GrantFields<Customer>
}

/** Returns the kind: the compiler takes its types from its fields. */
export function defineBenefitKind<
  const Type extends string,
  Wire extends z.ZodRawShape,
  Body extends z.ZodRawShape,
  Shown extends z.ZodRawShape,
  Customer extends z.ZodRawShape,
>(kind: BenefitKind<Type, Wire, Body, Shown, Customer>): BenefitKind<Type, Wire, Body, Shown, Customer> {
  return kind
}

/** Nothing of another service. */
export const nothingOutside: OutsideThing = { kind: 'nothing' }

/** Properties that name nothing. */
export const namesNothing = (): NamedIds => ({ meters: [], files: [] })

/** A problem of a property of the body, and of a part of it. */
export function propertyProblem(path: readonly (string | number)[], sentence: string): Problem {
  return valueProblem(['body', 'properties', ...path], sentence)
}
