import { organization } from './wire.ts'

export const merchantFacts = {
  'organization.updated': { audience: 'merchant', payload: organization },
} as const
