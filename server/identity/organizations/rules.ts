import { refuseWhen } from '#kernel/refusal.ts'
import { isReservedSlug } from '#kernel/text.ts'
import type { Organization, OrganizationMetadata } from './model.ts'
import { organizationRefusals } from './refusals.ts'

/** What decides whether a person may make one more organization. */
export interface CreationGround {
  /** To how many organizations a person belongs who makes no further one. */
  readonly limit: number
  /** How many organizations the person belongs to. */
  readonly belongsTo: number
}

/** Refuses one more organization where it may not be. */
export function refuseCreation({ limit, belongsTo }: CreationGround): void {
  refuseWhen(belongsTo >= limit, organizationRefusals.maximumReached)
}

/** Refuses a slug that would pass for a part of the product itself, as one that is taken. */
export function refuseReservedSlug(slug: string): void {
  refuseWhen(isReservedSlug(slug), organizationRefusals.alreadyExists)
}

/** What is to change of an organization; null clears, what is left out stays. */
export interface OrganizationChanges {
  readonly name?: string | undefined
  /** Shaped like a slug already: `isSlug`. */
  readonly slug?: string | undefined
  readonly logo?: string | null | undefined
  readonly metadata?: OrganizationMetadata | null | undefined
}

/** The organization with its changes. Refuses a reserved slug, unless it has been its own all along. */
export function updateOrganization(organization: Organization, changes: OrganizationChanges, now: Date): Organization {
  const { name = organization.name, slug = organization.slug, logo = organization.logo, metadata = organization.metadata } = changes
  if (slug !== organization.slug) refuseReservedSlug(slug)
  return { ...organization, name, slug, logo, metadata, modifiedAt: now }
}
