import { defineRefusals } from '#kernel/refusal.ts'

/** What people can be told about organizations (specification, section 8; auth contract, Organizations). */
export const organizationRefusals = defineRefusals({
  notAllowedToCreate: { status: 403, sentence: 'You are not allowed to create a new organization' },
  maximumReached: { status: 403, sentence: 'You have reached the maximum number of organizations' },
  alreadyExists: { status: 400, sentence: 'Organization already exists' },
  slugTaken: { status: 400, sentence: 'slug is taken' },
  notAMember: { status: 403, sentence: 'User is not a member of the organization' },
  memberNotFound: { status: 400, sentence: 'Member not found' },
})
