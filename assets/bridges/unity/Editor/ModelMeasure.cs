using System.Collections.Generic;
using System.Linq;
using Dropforge.Protocol;
using UnityEngine;

namespace Dropforge
{
    /// <summary>Measures imported models.</summary>
    public static class ModelMeasure
    {
        /// <summary>Measures a model: metres, Y up, skinned meshes in rest pose.</summary>
        public static Result Measure(GameObject root, IEnumerable<Object> assets)
        {
            var renderers = root.GetComponentsInChildren<Renderer>(true);
            var skins = renderers.OfType<SkinnedMeshRenderer>().ToList();
            var textures = ListTextures(renderers);
            var result = new Result
            {
                Objects = root.GetComponentsInChildren<Transform>(true).Select(part => part.name).ToList(),
                Dimensions = MeasureSize(root, skins),
                TexturesLinked = textures.Count,
                // Unity adds its own clips for the preview window.
                Clips = assets.OfType<AnimationClip>().Select(clip => clip.name).Where(name => !name.StartsWith("__preview__")).ToList(),
                Armature = skins.Select(FindRoot).FirstOrDefault(bone => bone != null),
            };
            if (result.Dimensions == null)
            {
                result.Warnings.Add("The file contains no geometry.");
            }
            return result;
        }

        private static double[] MeasureSize(GameObject root, IEnumerable<SkinnedMeshRenderer> skins)
        {
            var low = new[] { double.MaxValue, double.MaxValue, double.MaxValue };
            var high = new[] { double.MinValue, double.MinValue, double.MinValue };
            foreach (var filter in root.GetComponentsInChildren<MeshFilter>(true))
            {
                Extend(filter.sharedMesh, filter.transform.localToWorldMatrix, low, high);
            }
            foreach (var skin in skins)
            {
                Extend(skin.sharedMesh, ToRestPose(skin), low, high);
            }
            return low[0] > high[0] ? null : high.Select((value, axis) => value - low[axis]).ToArray();
        }

        private static void Extend(Mesh mesh, Matrix4x4 matrix, double[] low, double[] high)
        {
            foreach (var vertex in mesh == null ? new Vector3[0] : mesh.vertices)
            {
                var point = matrix.MultiplyPoint3x4(vertex);
                for (var axis = 0; axis < 3; axis++)
                {
                    low[axis] = System.Math.Min(low[axis], point[axis]);
                    high[axis] = System.Math.Max(high[axis], point[axis]);
                }
            }
        }

        /// <summary>From a skinned mesh to the world in rest pose, where every bone gives the same matrix.</summary>
        private static Matrix4x4 ToRestPose(SkinnedMeshRenderer skin)
        {
            var poses = skin.sharedMesh == null ? new Matrix4x4[0] : skin.sharedMesh.bindposes;
            if (skin.bones.Length == 0 || poses.Length == 0 || skin.bones[0] == null)
            {
                return skin.transform.localToWorldMatrix;
            }
            return skin.bones[0].localToWorldMatrix * poses[0];
        }

        private static string FindRoot(SkinnedMeshRenderer skin)
        {
            var bone = skin.rootBone != null ? skin.rootBone : skin.bones.FirstOrDefault(each => each != null);
            return bone == null ? null : bone.name;
        }

        private static HashSet<string> ListTextures(IEnumerable<Renderer> renderers)
        {
            var names = new HashSet<string>();
            foreach (var material in renderers.SelectMany(renderer => renderer.sharedMaterials).Where(each => each != null))
            {
                foreach (var property in material.GetTexturePropertyNames())
                {
                    var texture = material.GetTexture(property);
                    if (texture != null)
                    {
                        names.Add(texture.name);
                    }
                }
            }
            return names;
        }
    }
}
