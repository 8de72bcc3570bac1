import { organization } from './wire.ts'

export const merchantEvents = {
  'organization.updated': { audience: 'merchant', payload: organization },
  'organization.live_activated': { audience: 'internal', payload: organization },
} as const
