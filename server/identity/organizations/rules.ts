import { orUnchanged } from '#kernel/changes/unchanged.ts'
import { refuseWhen } from '#kernel/refusal.ts'
import { isReservedSlug } from '#kernel/text.ts'
import type { Organization, OrganizationMetadata } from './model.ts'
import { organizationRefusals } from './refusals.ts'

/** Refuses a reserved slug, which would look like a part of the product, as taken. */
export function refuseReservedSlug(slug: string): void {
  refuseWhen(isReservedSlug(slug), organizationRefusals.alreadyExists)
}

/** The changes of an organization; null clears a field, undefined leaves it. */
export interface OrganizationChanges {
  readonly name?: string | undefined
  /** A valid slug: `isSlug`. */
  readonly slug?: string | undefined
  readonly logo?: string | null | undefined
  readonly metadata?: OrganizationMetadata | null | undefined
}

/** The organization with its changes. Refuses a reserved slug, unless the organization has it already. */
export function updateOrganization(organization: Organization, changes: OrganizationChanges, now: Date): Organization {
  const { name = organization.name, slug = organization.slug, logo = organization.logo, metadata = organization.metadata } = changes
  if (slug !== organization.slug) refuseReservedSlug(slug)
  return orUnchanged(organization, { ...organization, name, slug, logo, metadata, modifiedAt: now })
}
