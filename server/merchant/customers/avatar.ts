import { createHash } from 'node:crypto'
import { initialsOf } from '#kernel/initials.ts'
import { type Customer, isAnonymized } from './model.ts'

const SIZE = 96
const SATURATION = 42
const LIGHTNESS = 30

/** The path of a customer's avatar, below the base URL. */
export function avatarPath(customerId: string): string {
  return `/avatars/${customerId}.svg`
}

/** A customer's avatar: white initials on a colour derived from the id, a question mark once erased. The contrast is always at least 4.5 : 1. */
export function avatarSvg(customer: Pick<Customer, 'id' | 'name' | 'email'>): string {
  const hue = createHash('sha256').update(customer.id).digest().readUInt16BE(0) % 360
  const initials = isAnonymized(customer) ? '?' : escapeText(initialsOf(customer.name, customer.email))
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${SIZE}" height="${SIZE}" viewBox="0 0 ${SIZE} ${SIZE}">`,
    `<rect width="${SIZE}" height="${SIZE}" fill="hsl(${hue}, ${SATURATION}%, ${LIGHTNESS}%)"/>`,
    `<text x="50%" y="50%" dy="0.36em" text-anchor="middle" fill="#fff" font-family="Inter, system-ui, sans-serif" font-size="38" font-weight="600">${initials}</text>`,
    '</svg>',
  ].join('')
}

function escapeText(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
}
