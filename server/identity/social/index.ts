export { browserIdOf, identifyBrowser, type StateCookie } from './cookie.ts'
