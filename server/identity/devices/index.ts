export { type DeviceDeps, type DeviceRecognition, deviceTokenOf, recognizeDevice } from './cookie.ts'
export { deleteDevicesOf, saveDevice } from './store.ts'
