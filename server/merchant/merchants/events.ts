import { organization } from './wire.ts'

export const merchantEvents = {
  'organization.updated': { audience: 'merchant', payload: organization },
} as const
