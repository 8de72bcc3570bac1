export { betterAuth } from 'better-auth'
export { getMigrations } from 'better-auth/db/migration'
export { toNodeHandler } from 'better-auth/node'
export { default as pg } from 'pg'
