import { benefit } from './wire.ts'

export const benefitEvents = {
  'benefit.created': { audience: 'merchant', payload: benefit },
  'benefit.updated': { audience: 'merchant', payload: benefit },
} as const
