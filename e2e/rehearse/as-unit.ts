// Runs the service as its systemd unit specifies, where systemd itself does not run: with the same writable
// paths and system calls. The rest of the unit is checked by `systemd-analyze`.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { root } from '../../server/layout/tree.ts';
import type { Debian } from './fresh-debian.ts';

const unit = readFileSync(join(root, 'server/operations/feedback.service'), 'utf8');

/** Returns the words of every line of the unit with this name. */
const read = (name: string): string[] =>
	[...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].flatMap(([, value]) => value!.split(' '));

/** Packages that the machine needs to run a unit. */
export const unitPackages = ['python3-seccomp', 'systemd', 'util-linux'];

/** Writes a script that runs the unit's command, and resolves to its path. Sockets and environment are passed on. */
export async function writeUnitScript(debian: Debian): Promise<string> {
	const folder = '/usr/local/lib/as-unit';
	const calls = listAllowed(await debian.run('systemd-analyze syscall-filter'));
	await debian.run(`
		mkdir -p ${folder}
		cat >${folder}/calls <<'END'\n${calls.join('\n')}\nEND
		cat >${folder}/filter.py <<'END'\n${filter}END
		cat >${folder}/run.sh <<'END'\n${script(folder)}END`);
	return `${folder}/run.sh`;
}

// `ProtectSystem=strict`, `ProtectHome=true` and `PrivateTmp=true` in a separate mount namespace.
function script(folder: string): string {
	const optional = (path: string) => path.replace(/^-/, '');
	const writable = [
		...read('StateDirectory').map((name) => `/var/lib/${name}`),
		...read('ReadWritePaths').map(optional),
	];
	const [user] = read('User');
	return `exec unshare --mount --propagation private sh -ec '
for path in ${writable.join(' ')}; do if [ -e $path ]; then mount --bind $path $path; fi; done
for path in /tmp /var/tmp; do mount -t tmpfs tmpfs $path; done
for path in /home /root; do mount -t tmpfs -o mode=000 tmpfs $path; done
findmnt --raw --noheadings --output TARGET | while read target; do
	case $target in
	${[...writable, '/tmp', '/var/tmp', '/dev*', '/proc*', '/sys*'].join('|')}) ;;
	*) mount -o remount,bind,ro $target ;;
	esac
done
cd /
exec setpriv --reuid=${user} --regid=${user} --init-groups --inh-caps=-all --bounding-set=-all --no-new-privs \\
	env HOME=/var/lib/${user} python3 ${folder}/filter.py ${folder}/calls ${read('ExecStart').join(' ')}'
`;
}

// `SystemCallFilter`, with `SystemCallErrorNumber=EPERM`.
const filter = `import errno, os, sys
import seccomp
allowed = seccomp.SyscallFilter(defaction=seccomp.ERRNO(errno.EPERM))
for name in open(sys.argv[1]).read().split():
    try:
        allowed.add_rule(seccomp.ALLOW, name)
    except RuntimeError:
        pass # This machine's library does not know it.
allowed.load()
os.execv(sys.argv[2], sys.argv[2:])
`;

/** Lists the system calls that the unit allows, based on the output of systemd-analyze about all sets. */
function listAllowed(printed: string): string[] {
	const sets = new Map<string, string[]>();
	let members: string[] = [];
	for (const line of printed.split('\n')) {
		if (line.startsWith('@')) sets.set(line.trim(), (members = []));
		else if (/^\s+[\w@]/.test(line)) members.push(line.trim());
	}
	const expand = (name: string): string[] =>
		name.startsWith('@') ? sets.get(name)!.flatMap(expand) : [name];
	const allowed = new Set<string>();
	for (const line of unit.matchAll(/^SystemCallFilter=(~?)(.*)$/gm)) {
		for (const call of line[2]!.split(' ').flatMap(expand)) {
			if (line[1]) allowed.delete(call);
			else allowed.add(call);
		}
	}
	return [...allowed];
}
