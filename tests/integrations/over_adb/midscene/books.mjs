// Books the first table that it sees, and the one that was asked for where it is told why not.
// Only midscene's device is used, by coordinates: a vision model is what would give them.
import {createRequire} from 'node:module';

const {AndroidDevice} = createRequire(import.meta.url)('@midscene/android');
const {serial, port, correction} = JSON.parse(process.argv[2]);
const device = new AndroidDevice(serial, {remoteAdbHost: '127.0.0.1', remoteAdbPort: port});
const heard = [];

async function touch(words) {
  const tree = await (await device.getAdb()).shell('uiautomator dump /dev/tty');
  const found = [...tree.matchAll(new RegExp(`text="${words}"[^>]*?bounds="\\[(\\d+),(\\d+)\\]\\[(\\d+),(\\d+)\\]`, 'g'))];
  const [, left, top, right, bottom] = found.at(-1);
  const {width} = await device.size();
  const scale = width / 1080;
  await device.mouseClick(((Number(left) + Number(right)) / 2) * scale, ((Number(top) + Number(bottom)) / 2) * scale);
}

async function refused(work) {
  try {
    await work();
    return '';
  } catch (error) {
    return String(error.message);
  }
}

await device.connect();
await device.launch('com.example.restaurants');
await touch('Blue Harbor Grill');
heard.push(await refused(() => touch('Reserve now')));
for (const words of heard[0] ? correction : []) {
  await touch(words);
}
heard.push(await refused(async () => (await device.getAdb()).shell('handrail finish')));
console.log(`\n${JSON.stringify(heard)}`);
process.exit(0);
