// Why: decision 0427, decision 0541 and decision 0622.
import { LOOK_FUNCTIONS, LOOK_GRANTS } from './look-functions.ts';
import { TEXT_FUNCTIONS, TEXT_GRANTS } from './text-functions.ts';

/**
 * What the database answers as its version. It grows only with a change that a program of an older version must not work with;
 * what is added beside the functions that are there leaves it as it is.
 */
export const SCRIPT_VERSION = 1;

/**
 * Which script it is. It grows when whoever runs the database should run the script again: programs say so then, older ones do not,
 * and all go on meanwhile. A script from before there was a number is 1.
 */
export const SCRIPT_EDITION = 2;

/**
 * What an administrator runs once in an empty database, as its owner. Running it again changes nothing that is there. Members
 * have no right on a table: they call functions, each of which is one transaction.
 */
export const TEAM_SCRIPT = `-- A team of Lead Console. Run it as the owner of a database of its own, who may create roles (PostgreSQL 13 or newer):
--   psql -v ON_ERROR_STOP=1 -d leads -f team.sql
-- Running it again is harmless. Then give every person a login:
--   CREATE ROLE anna LOGIN PASSWORD '...' IN ROLE lead_team_member;
--   ALTER ROLE anna SET statement_timeout = '10s';
-- and take it back with: ALTER ROLE anna NOLOGIN;
BEGIN;
DO $$ BEGIN
  IF current_setting('server_version_num')::int < 130000 THEN
    RAISE EXCEPTION 'A team needs PostgreSQL 13 or newer.';
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'lead_team_owner') THEN CREATE ROLE lead_team_owner NOLOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'lead_team_member') THEN CREATE ROLE lead_team_member NOLOGIN; END IF;
END $$;
GRANT lead_team_owner TO CURRENT_USER;
CREATE SCHEMA IF NOT EXISTS lead_team AUTHORIZATION lead_team_owner;
SET LOCAL ROLE lead_team_owner;

-- One row. Its lock puts all moves in one order. cluster: which server wrote it last, as far as it can be read.
CREATE TABLE IF NOT EXISTS lead_team.team (
  one boolean PRIMARY KEY DEFAULT true CHECK (one), id uuid NOT NULL DEFAULT gen_random_uuid(),
  version int NOT NULL, key_form int NOT NULL DEFAULT 1, secret_check text, address_check text,
  incarnation uuid NOT NULL DEFAULT gen_random_uuid(), former uuid[] NOT NULL DEFAULT '{}',
  cluster text NOT NULL, moves bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 10);
-- One journal (data folder and account) each. state: sealed. declared: the incarnation that was told what it sent.
CREATE TABLE IF NOT EXISTS lead_team.office (
  id smallint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, code uuid NOT NULL UNIQUE, login name,
  move_no bigint NOT NULL DEFAULT 0, head uuid NOT NULL, declared uuid, former smallint, left_at timestamptz,
  heard_at timestamptz NOT NULL DEFAULT now(), state text NOT NULL DEFAULT ''
) WITH (fillfactor = 20);
-- Whose is the lead? state: t taken, c created.
CREATE TABLE IF NOT EXISTS lead_team.claim (
  key bytea PRIMARY KEY CHECK (length(key) = 16), office smallint NOT NULL REFERENCES lead_team.office,
  state "char" NOT NULL DEFAULT 't', at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 85);
-- also: other offices that told, after the database was put back or they came in, that they sent the lead, too, without an answer.
ALTER TABLE lead_team.claim ADD COLUMN IF NOT EXISTS also smallint[];
CREATE TABLE IF NOT EXISTS lead_team.handed_over (
  key bytea NOT NULL, from_office smallint NOT NULL, to_office smallint NOT NULL, at timestamptz NOT NULL DEFAULT now()
);

-- The server, its timeline, and the number of the table, which is another one after a dump was read in.
CREATE OR REPLACE FUNCTION lead_team.cluster_now() RETURNS text LANGUAGE plpgsql AS $$
DECLARE server text;
BEGIN
  BEGIN
    server := (SELECT system_identifier::text FROM pg_control_system()) || '/' || left(pg_walfile_name(pg_current_wal_lsn()), 8);
  EXCEPTION WHEN OTHERS THEN server := 'not readable';
  END;
  RETURN server || '/' || 'lead_team.claim'::regclass::oid;
END $$;

CREATE OR REPLACE FUNCTION lead_team.writes_safely() RETURNS boolean LANGUAGE sql AS $$
  SELECT current_setting('fsync')::boolean AND current_setting('full_page_writes')::boolean
$$;

INSERT INTO lead_team.team (version, cluster) VALUES (${SCRIPT_VERSION}, lead_team.cluster_now()) ON CONFLICT DO NOTHING;
UPDATE lead_team.team SET version = ${SCRIPT_VERSION} WHERE version < ${SCRIPT_VERSION};

-- Unix milliseconds
CREATE OR REPLACE FUNCTION lead_team.millis(at timestamptz) RETURNS bigint LANGUAGE sql STABLE AS $$
  SELECT floor(extract(epoch FROM at) * 1000)::bigint
$$;

-- Who else than this office has the lead, or may have sent it; null: nobody.
CREATE OR REPLACE FUNCTION lead_team.besides(office smallint, also smallint[], me smallint) RETURNS smallint
LANGUAGE sql IMMUTABLE AS $$ SELECT CASE WHEN office IS DISTINCT FROM me THEN office ELSE also[1] END $$;

-- An office does not want these leads. One that somebody else may have sent, too, is theirs then; one that was created never becomes
-- free again, whatever a later row of the same lead met.
CREATE OR REPLACE FUNCTION lead_team.give_back(keys bytea[], me smallint) RETURNS void LANGUAGE sql
SET search_path = lead_team, pg_temp AS $$
  UPDATE claim SET also = array_remove(also, me) WHERE key = ANY (keys) AND me = ANY (also);
  UPDATE claim SET office = also[1], also = also[2:] WHERE key = ANY (keys) AND office = me AND also[1] IS NOT NULL;
  DELETE FROM claim WHERE key = ANY (keys) AND office = me AND state <> 'c';
$$;

-- Every function takes one JSON text and answers one.
CREATE OR REPLACE FUNCTION lead_team.hello_v1(request text) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = lead_team, pg_temp AS $$
  SELECT jsonb_build_object('team', id, 'version', version, 'edition', ${SCRIPT_EDITION}, 'keyForm', key_form,
    'incarnation', incarnation, 'moves', moves, 'secretCheck', secret_check, 'addressCheck', address_check, 'writesSafely', writes_safely())::text FROM team
$$;

-- The first person of a team: only while it has no secret, or nobody has come in with it. keyForm: what a key stands for, 1 a lead
-- as it is sent, 2 a phone number in a campaign.
CREATE OR REPLACE FUNCTION lead_team.begin_v2(request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = lead_team, pg_temp AS $$
DECLARE p jsonb := request::jsonb;
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  UPDATE team SET secret_check = p->>'secretCheck', address_check = p->>'addressCheck', key_form = (p->>'keyForm')::int
    WHERE secret_check IS NULL OR NOT EXISTS (SELECT FROM office);
  RETURN jsonb_build_object('verdict', CASE WHEN FOUND THEN 'done' ELSE 'begun' END)::text;
END $$;

CREATE OR REPLACE FUNCTION lead_team.begin_v1(request text) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = lead_team, pg_temp AS $$
  SELECT begin_v2((request::jsonb || '{"keyForm": 1}')::text)
$$;

CREATE OR REPLACE FUNCTION lead_team.offices_v1(request text) RETURNS text
LANGUAGE sql SECURITY DEFINER SET search_path = lead_team, pg_temp AS $$
  SELECT jsonb_build_object('offices', coalesce(jsonb_agg(jsonb_build_object('id', o.id, 'code', o.code, 'login', o.login,
    'state', o.state, 'former', o.former, 'heardAt', millis(o.heard_at), 'leftAt', millis(o.left_at),
    'silentFor', greatest(0, millis(now()) - millis(o.heard_at)), 'isMissing', o.left_at IS NULL AND o.declared <> t.incarnation)
    ORDER BY o.id), '[]'))::text
  FROM office o CROSS JOIN team t
$$;

-- All that an office writes: give back, tell, take. It names the office's last move (prev) and itself (next).
CREATE OR REPLACE FUNCTION lead_team.move_v1(request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = lead_team, pg_temp SET lock_timeout = '5s' AS $$
DECLARE
  p jsonb := request::jsonb;
  t team; o office; verdict text := 'done'; others jsonb := '[]'; missing jsonb := '[]';
  give bytea[] := ARRAY(SELECT decode(k, 'hex') FROM jsonb_array_elements_text(p->'give') k);
  created bytea[] := ARRAY(SELECT decode(k, 'hex') FROM jsonb_array_elements_text(p->'created') k);
  take bytea[] := ARRAY(SELECT DISTINCT decode(k, 'hex') FROM jsonb_array_elements_text(p->'take') k);
  insist bytea[] := ARRAY(SELECT decode(k, 'hex') FROM jsonb_array_elements_text(p->'insist') k);
  insist_taken bytea[] := ARRAY(SELECT decode(k, 'hex') FROM jsonb_array_elements_text(p->'insistTaken') k);
BEGIN
  -- Holds until COMMIT; a SET clause of the function would end before it.
  PERFORM set_config('synchronous_commit', 'on', true);
  SELECT * INTO STRICT t FROM team FOR UPDATE;
  SELECT * INTO o FROM office WHERE code = (p->>'office')::uuid FOR UPDATE;
  IF NOT FOUND THEN
    verdict := 'stranger';
  ELSIF o.login <> session_user THEN
    verdict := 'notYours';
  ELSIF t.cluster <> cluster_now() OR t.incarnation <> (p->>'incarnation')::uuid OR t.moves < (p->>'seen')::bigint THEN
    verdict := 'setBack';
  ELSIF o.head <> (p->>'next')::uuid THEN
    SELECT coalesce(jsonb_agg(jsonb_build_object('id', m.id, 'login', m.login, 'state', m.state, 'heardAt', millis(m.heard_at))
      ORDER BY m.id), '[]') INTO missing FROM office m WHERE m.left_at IS NULL AND m.declared <> t.incarnation AND m.id <> o.id;
    IF o.head <> (p->>'prev')::uuid THEN
      verdict := 'forked';
    ELSIF o.declared IS DISTINCT FROM t.incarnation THEN
      verdict := 'undeclared';
    ELSIF jsonb_array_length(missing) > 0 THEN
      verdict := 'waits';
    ELSE
      -- Most moves only take: what has nothing to do would cost as much as the taking.
      IF created <> '{}' THEN
        UPDATE claim SET office = o.id, state = 'c', also = NULL
          WHERE key = ANY (created) AND state <> 'c' AND (office = o.id OR o.id = ANY (also));
      END IF;
      IF give <> '{}' THEN PERFORM give_back(give, o.id); END IF;
      INSERT INTO claim (key, office) SELECT k, o.id FROM unnest(take) k ORDER BY k ON CONFLICT (key) DO NOTHING;
      -- A person's word, for what they saw: that it was created (insist), or that nobody said (insistTaken). A computer that is at
      -- work may be sending the lead in this moment, or finds out what became of it: the lead stays its own.
      IF insist <> '{}' OR insist_taken <> '{}' THEN
        WITH mine AS (
          UPDATE claim c SET office = o.id, also = NULL, at = now() FROM claim f
          WHERE f.key = c.key AND besides(f.office, f.also, o.id) IS NOT NULL
            AND (c.key = ANY (insist) AND c.state = 'c'
              OR c.key = ANY (insist_taken) AND c.state <> 'c' AND NOT EXISTS (
                SELECT FROM office w WHERE w.id <> o.id AND (w.id = f.office OR w.id = ANY (f.also))
                  AND w.heard_at >= now() - interval '10 minutes'))
          RETURNING c.key, besides(f.office, f.also, o.id) AS former)
        INSERT INTO handed_over (key, from_office, to_office) SELECT key, former, o.id FROM mine;
      END IF;
      UPDATE team SET moves = moves + 1 RETURNING moves INTO t.moves;
      UPDATE office SET head = (p->>'next')::uuid, move_no = move_no + 1, heard_at = now(), left_at = NULL
        WHERE id = o.id RETURNING move_no INTO o.move_no;
    END IF;
  END IF;
  IF verdict = 'done' THEN
    SELECT coalesce(jsonb_agg(jsonb_build_object('key', encode(key, 'hex'), 'office', besides(office, also, o.id),
      'isCreated', state = 'c', 'at', millis(at))), '[]') INTO others
      FROM claim WHERE key = ANY (take) AND besides(office, also, o.id) IS NOT NULL;
  END IF;
  RETURN jsonb_build_object('verdict', verdict, 'moves', t.moves, 'moveNo', coalesce(o.move_no, 0), 'me', o.id,
    'newest', (SELECT coalesce(max(id), 0) FROM office), 'others', others, 'missing', missing)::text;
END $$;

-- An office tells what it ever sent and what it gave back, in parts; with the last part it belongs to this incarnation of the team.
CREATE OR REPLACE FUNCTION lead_team.declare_v1(request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = lead_team, pg_temp SET lock_timeout = '5s' AS $$
DECLARE p jsonb := request::jsonb; t team; o office; former_id smallint; verdict text := 'done';
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  SELECT * INTO STRICT t FROM team FOR UPDATE;
  SELECT * INTO o FROM office WHERE code = (p->>'office')::uuid FOR UPDATE;
  IF FOUND AND o.login <> session_user THEN
    verdict := 'notYours';
  ELSIF t.cluster <> cluster_now() OR t.incarnation <> (p->>'incarnation')::uuid OR t.moves < (p->>'seen')::bigint THEN
    verdict := 'setBack';
  ELSIF o.declared = t.incarnation AND o.head <> (p->>'head')::uuid AND o.head IS DISTINCT FROM (p->>'next')::uuid THEN
    verdict := 'forked';
  ELSE
    IF o.id IS NULL THEN
      SELECT id INTO former_id FROM office WHERE code = (p->>'former')::uuid;
      INSERT INTO office (code, login, head, move_no, former)
        VALUES ((p->>'office')::uuid, session_user, (p->>'head')::uuid, (p->>'no')::bigint, former_id) RETURNING * INTO o;
    END IF;
    -- A database that was put back may have it as taken still.
    PERFORM give_back(ARRAY(SELECT decode(k, 'hex') FROM jsonb_array_elements_text(coalesce(p->'give', '[]')) k), o.id);
    INSERT INTO claim (key, office, state)
      SELECT DISTINCT decode(k, 'hex'), o.id,
        (CASE WHEN k IN (SELECT jsonb_array_elements_text(p->'created')) THEN 'c' ELSE 't' END)::"char"
      FROM jsonb_array_elements_text(p->'keys') k ORDER BY 1
      -- One that was put back may have it as taken still, by an office whose word a person did not wait for. What is only
      -- sent leaves that claim alone, since its office may be sending in this moment, and stands beside it.
      ON CONFLICT (key) DO UPDATE SET at = now(), state = excluded.state,
          office = CASE WHEN excluded.state = 'c' THEN excluded.office ELSE claim.office END,
          also = CASE WHEN excluded.state <> 'c' THEN array_append(claim.also, excluded.office) END
        WHERE claim.state <> 'c' AND (excluded.state = 'c'
          OR claim.office <> excluded.office AND excluded.office <> ALL (coalesce(claim.also, '{}')));
    IF (p->>'last')::boolean THEN
      UPDATE team SET moves = moves + 1 RETURNING moves INTO t.moves;
      IF o.declared IS DISTINCT FROM t.incarnation THEN
        UPDATE office SET head = (p->>'head')::uuid, move_no = (p->>'no')::bigint WHERE id = o.id;
      END IF;
      UPDATE office SET login = session_user, declared = t.incarnation, heard_at = now(), left_at = NULL, state = p->>'state' WHERE id = o.id;
      -- The one whose folder was put back; if it was copied, its next move says that it is still there.
      UPDATE office SET left_at = now() WHERE id = o.former AND left_at IS NULL AND login = session_user;
    END IF;
  END IF;
  RETURN jsonb_build_object('verdict', verdict, 'moves', t.moves, 'moveNo', coalesce(o.move_no, 0), 'me', o.id)::text;
END $$;

-- Somebody knows more of the database than it does itself: everybody tells again what they sent before anybody sends.
CREATE OR REPLACE FUNCTION lead_team.set_back_v1(request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = lead_team, pg_temp SET lock_timeout = '5s' AS $$
DECLARE p jsonb := request::jsonb; t team; o office; is_late boolean; is_back boolean;
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  SELECT * INTO STRICT t FROM team FOR UPDATE;
  SELECT * INTO o FROM office WHERE code = (p->>'office')::uuid;
  -- Somebody else has noticed it since, and this office tells what it sent anyway.
  is_late := (p->>'incarnation')::uuid = ANY (t.former);
  is_back := t.cluster <> cluster_now() OR (p->>'isSaid')::boolean OR NOT is_late AND
    (t.incarnation <> (p->>'incarnation')::uuid OR t.moves < (p->>'seen')::bigint
      OR o.id IS NULL OR o.move_no < (p->>'no')::bigint);
  IF is_back THEN
    UPDATE team SET former = former || incarnation, incarnation = gen_random_uuid(), cluster = cluster_now();
  END IF;
  IF is_back OR is_late THEN
    UPDATE team SET moves = greatest(moves, (p->>'seen')::bigint) + 1 RETURNING * INTO t;
    -- Those that the database has forgotten are waited for, too.
    INSERT INTO office (code, login, head, declared, state)
      SELECT (k->>'code')::uuid, k->>'login', gen_random_uuid(), '00000000-0000-0000-0000-000000000000', k->>'state'
      FROM jsonb_array_elements(p->'known') k ON CONFLICT (code) DO NOTHING;
  END IF;
  RETURN jsonb_build_object('incarnation', t.incarnation, 'moves', t.moves)::text;
END $$;

-- A person goes on without a computer, or leaves with their own.
CREATE OR REPLACE FUNCTION lead_team.leave_v1(request text) RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = lead_team, pg_temp SET lock_timeout = '5s' AS $$
BEGIN
  PERFORM set_config('synchronous_commit', 'on', true);
  UPDATE office SET left_at = now() WHERE id = (request::jsonb->>'office')::smallint;
  RETURN jsonb_build_object('verdict', CASE WHEN FOUND THEN 'done' ELSE 'stranger' END)::text;
END $$;

-- For the owner, after a planned move of the server to another one, with nothing lost: SELECT lead_team.moved_v1();
CREATE OR REPLACE FUNCTION lead_team.moved_v1() RETURNS void LANGUAGE sql AS $$
  UPDATE lead_team.team SET cluster = lead_team.cluster_now()
$$;

${LOOK_FUNCTIONS}
${TEXT_FUNCTIONS}
REVOKE ALL ON ALL TABLES IN SCHEMA lead_team FROM PUBLIC, lead_team_member;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA lead_team FROM PUBLIC, lead_team_member;
GRANT USAGE ON SCHEMA lead_team TO lead_team_member;
GRANT EXECUTE ON FUNCTION lead_team.hello_v1(text), lead_team.begin_v1(text), lead_team.begin_v2(text), lead_team.offices_v1(text),
  lead_team.move_v1(text), lead_team.declare_v1(text), lead_team.set_back_v1(text), lead_team.leave_v1(text),
  ${LOOK_GRANTS},
  ${TEXT_GRANTS}
  TO lead_team_member;
COMMIT;
`;
