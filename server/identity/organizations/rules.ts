import { refuseWhen } from '#kernel/refusal.ts'
import { isReservedSlug } from '#kernel/text.ts'
import { organizationRefusals } from './refusals.ts'

/** What decides whether a person may make one more organization. */
export interface CreationGround {
  readonly isDisabled: boolean
  /** Organizations one person may have made at most; nothing for as many as they like. */
  readonly limit: number | undefined
  /** How many of the person's organizations count. */
  readonly made: number
}

/** Refuses one more organization where it may not be. */
export function refuseCreation({ isDisabled, limit, made }: CreationGround): void {
  refuseWhen(isDisabled, organizationRefusals.notAllowedToCreate)
  refuseWhen(limit !== undefined && made >= limit, organizationRefusals.maximumReached)
}

/** Refuses a slug that would pass for a part of the product itself, as one that is taken. */
export function refuseReservedSlug(slug: string): void {
  refuseWhen(isReservedSlug(slug), organizationRefusals.alreadyExists)
}
