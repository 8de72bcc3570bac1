import { refuseWhen } from '#kernel/refusal.ts'
import { isReservedSlug } from '#kernel/text.ts'
import { organizationRefusals } from './refusals.ts'

/** What decides whether a person may make one more organization. */
export interface CreationGround {
  /** Organizations one person may have made at most. */
  readonly limit: number
  /** How many of the person's organizations count. */
  readonly made: number
}

/** Refuses one more organization where it may not be. */
export function refuseCreation({ limit, made }: CreationGround): void {
  refuseWhen(made >= limit, organizationRefusals.maximumReached)
}

/** Refuses a slug that would pass for a part of the product itself, as one that is taken. */
export function refuseReservedSlug(slug: string): void {
  refuseWhen(isReservedSlug(slug), organizationRefusals.alreadyExists)
}
