// A webhook receiver in a separate process, so that it does not delay a benchmark's clients. Prints its port, then a
// line for each delivery: the response's ID and its time of arrival, in milliseconds since 1970.
import { startReceiver } from '../rehearse/deliveries/receiver.ts';

const receiver = await startReceiver((arrival) =>
	process.stdout.write(`${arrival.response} ${arrival.at}\n`),
);
process.stdout.write(`${receiver.port}\n`);
process.on('SIGTERM', () => void receiver.stop().then(() => process.exit(0)));
