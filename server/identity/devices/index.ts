export { type DeviceGround, deviceTokenOf, type Recognition, recognize } from './cookie.ts'
export { forgetDevices, saveDevice } from './store.ts'
