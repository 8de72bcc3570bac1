/** Free keys and values of an organization; opaque to us. */
export type OrganizationMetadata = Readonly<Record<string, unknown>>

/** People who belong together; as a merchant it sells under the same id. Times are UTC. */
export interface Organization {
  readonly id: string
  readonly name: string
  /** Unique over all organizations. */
  readonly slug: string
  readonly logo: string | null
  readonly metadata: OrganizationMetadata | null
  readonly createdAt: Date
  readonly modifiedAt: Date | null
}

/** A person in an organization. */
export interface Member {
  readonly id: string
  readonly organizationId: string
  readonly userId: string
  /** One role or several, comma-joined. */
  readonly role: string
  readonly createdAt: Date
}

/** A member with what others may know of the person. */
export interface MemberWithUser extends Member {
  readonly user: { readonly id: string; readonly name: string; readonly email: string; readonly image: string | null }
}

/** An organization with its members, as its own people see it. */
export interface FullOrganization extends Organization {
  readonly members: readonly MemberWithUser[]
}

/** Members that a listing shows at most, which is as many as an organization may have. */
export const MEMBERS_MAXIMUM = 100
/** Organizations of one person that a listing shows at most. */
export const LISTED_MAXIMUM = 100
