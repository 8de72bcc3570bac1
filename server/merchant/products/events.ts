import { product } from './wire.ts'

export const productEvents = {
  'product.created': { audience: 'merchant', payload: product },
  'product.updated': { audience: 'merchant', payload: product },
} as const
