import type { CheckoutLink } from '#client/index.ts'
import { t } from './messages.ts'

/** The name of a link: its label, or the names of its products. */
export function linkName({ label, products }: Pick<CheckoutLink, 'label' | 'products'>): string {
  if (label !== null && label !== '') return label
  return products.length === 0 ? t('noLabel') : productNames({ products })
}

/** The names of the products of a link, in their order. */
export const productNames = ({ products }: Pick<CheckoutLink, 'products'>): string => products.map(({ name }) => name).join(', ')
